package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Follows on the real servers what {@link PendingClustersTest} follows on the embedded ones. */
@Timeout(Patience.TEST)
class PendingClustersIT extends PendingClustersTest {
  @Override
  RolloutFixture fixture(String... groups) {
    return RolloutFixture.on(new LocalTestServers(), groups);
  }

  @Override
  void assertApprovers(List<String> names) {
    assertThat(names).isNotEmpty().doesNotContain("unknown");
  }
}
