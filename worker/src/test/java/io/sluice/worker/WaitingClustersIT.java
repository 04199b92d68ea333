package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Follows on the real servers what {@link WaitingClustersTest} follows on the embedded ones. */
@Timeout(240)
class WaitingClustersIT extends WaitingClustersTest {
  @Override
  Stage stage(String... groups) {
    return Stage.on(new DevelopmentServers(), groups);
  }

  @Override
  void assertApprovers(List<String> names) {
    assertThat(names).isNotEmpty().doesNotContain("unknown");
  }
}
