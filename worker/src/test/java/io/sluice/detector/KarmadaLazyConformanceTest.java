package io.sluice.detector;

import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plays the cases of the suite {@code karmada-lazy}, each on a hub of its own. */
class KarmadaLazyConformanceTest {
  private static final KarmadaLazySuite SUITE =
      new KarmadaLazySuite(10, KarmadaLazyConformanceTest::play);

  @AfterAll
  static void end() {
    SUITE.close();
  }

  @TestFactory
  Stream<DynamicTest> everyCase() {
    return SUITE.everyCase();
  }

  @TestFactory
  Stream<DynamicTest> theCasesOfTheSeedWithARestartAfterEveryStep() {
    return SUITE.theCasesOfTheSeedWithARestartAfterEveryStep();
  }

  private static void play(Map<String, Object> script, boolean restarting) {
    try (EmbeddedHub server = EmbeddedHub.start(0);
        PropagationHub hub = new PropagationHub(HubClient.ofUrl(server.url()))) {
      KarmadaLazyCase played = new KarmadaLazyCase(hub, script, restarting);
      played.play();
      played.clear();
    }
  }
}
