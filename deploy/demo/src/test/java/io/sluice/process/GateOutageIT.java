package io.sluice.process;

import io.sluice.devservers.SharedDevServers;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plays on real servers what {@link GateOutageTest} plays on the embedded ones. */
@ExtendWith(BesideSetup.class)
class GateOutageIT extends GateOutageTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers(SharedDevServers.get());
  }
}
