package io.sluice.process;

import io.sluice.devservers.SharedDevServers;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plays on real servers what {@link GateCrashTest} plays on the embedded ones. */
@ExtendWith(BesideSetup.class)
class GateEveryCrashIT extends GateCrashTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers(SharedDevServers.get());
  }
}
