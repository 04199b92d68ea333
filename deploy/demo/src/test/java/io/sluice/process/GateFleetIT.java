package io.sluice.process;

import io.sluice.devservers.SharedDevServers;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plays on real servers what {@link GateFleetTest} plays on the embedded ones. */
@ExtendWith(BesideSetup.class)
class GateFleetIT extends GateFleetTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers(SharedDevServers.get());
  }
}
