package io.sluice.process;

import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Rehearses on the real servers what {@link RehearsedRolloutTest} rehearses on embedded ones. */
@Timeout(Patience.TEST)
class RehearseIT extends RehearsedRolloutTest {
  @Override
  TestServers servers() {
    return new LocalTestServers();
  }

  @Override
  List<String> hub(TestServers servers) {
    return List.of("--kubeconfig", ((LocalTestServers) servers).servers().kubeconfig().toString());
  }
}
