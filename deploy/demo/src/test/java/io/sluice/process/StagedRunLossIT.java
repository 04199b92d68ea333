package io.sluice.process;

import io.sluice.devservers.KarmadaSetup;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plays on real servers what {@link StagedRunLossTest} plays on the embedded ones. */
@ExtendWith(KarmadaSetup.class)
class StagedRunLossIT extends StagedRunLossTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers();
  }
}
