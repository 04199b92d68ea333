package io.sluice.process;

import org.junit.jupiter.api.Timeout;

/** Plays on the real servers what {@link LazyTargetingTest} plays on the embedded ones. */
@Timeout(Patience.TEST)
class LazyTargetingIT extends LazyTargetingTest {
  @Override
  RolloutFixture fixture(String... groups) {
    return RolloutFixture.on(new LocalTestServers(), groups);
  }
}
