package io.sluice.worker;

import java.util.List;
import org.junit.jupiter.api.Timeout;

/**
 * Looks back on the real servers at what {@link PastRolloutTest} looks back at on embedded ones.
 */
@Timeout(180)
class PastRolloutIT extends PastRolloutTest {
  @Override
  TestServers servers() {
    return new LocalTestServers();
  }

  @Override
  List<String> hub(TestServers servers) {
    return List.of("--kubeconfig", ((LocalTestServers) servers).servers().kubeconfig().toString());
  }
}
