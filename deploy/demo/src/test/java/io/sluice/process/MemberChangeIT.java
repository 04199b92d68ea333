package io.sluice.process;

import org.junit.jupiter.api.Timeout;

/** The same on the real servers. */
@Timeout(Patience.TEST)
class MemberChangeIT extends MemberChangeTest {
  @Override
  RolloutFixture fixture(String... groups) {
    return RolloutFixture.on(new LocalTestServers(), groups);
  }
}
