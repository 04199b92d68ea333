package io.sluice.process;

import io.sluice.devservers.KarmadaSetup;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plays on real servers what {@link StagedPropagationCrashTest} plays on the embedded ones. */
@ExtendWith(KarmadaSetup.class)
class StagedEveryCrashIT extends StagedPropagationCrashTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers();
  }
}
