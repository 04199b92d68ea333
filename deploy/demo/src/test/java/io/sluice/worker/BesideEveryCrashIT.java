package io.sluice.worker;

import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.read.HubMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Plays on real servers what {@link BesideCrashTest} plays on the embedded ones. */
class BesideEveryCrashIT extends BesideCrashTest {
  @BeforeAll
  static void setUp() {
    SharedDevServers.get().setUp(HubMode.BESIDE);
  }

  @AfterAll
  static void tearDown() {
    SharedDevServers.get().setUp(HubMode.STANDALONE);
  }

  @Override
  ObservedTestServers servers() {
    return new LocalTestServers(SharedDevServers.get());
  }
}
