package io.sluice.process;

import io.sluice.devservers.SharedDevServers;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plays on real servers what {@link GateEditsTest} plays on the embedded ones. */
@ExtendWith(BesideSetup.class)
class GateEditsIT extends GateEditsTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers(SharedDevServers.get());
  }
}
