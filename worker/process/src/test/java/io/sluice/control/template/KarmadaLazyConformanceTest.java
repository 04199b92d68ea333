package io.sluice.control.template;

import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plays the cases of the suite {@code karmada-lazy}, each on a hub of its own. */
class KarmadaLazyConformanceTest {
  private static final KarmadaLazySuite SUITE =
      new KarmadaLazySuite(2, KarmadaLazyConformanceTest::play);

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
    VirtualTime time = new VirtualTime();
    try (EmbeddedHub server = EmbeddedHub.start(0, time.clock());
        PropagationHub hub = new PropagationHub(server, time)) {
      KarmadaLazyCase played = new KarmadaLazyCase(hub, script, restarting, 1);
      played.play();
      played.clear();
    }
  }
}
