package io.sluice.worker;

import org.junit.jupiter.api.Timeout;

/**
 * Looks back on the real servers at what {@link PastRolloutTest} looks back at on embedded ones.
 */
@Timeout(180)
class PastRolloutIT extends PastRolloutTest {
  @Override
  TestServers servers() {
    return new LocalTestServers();
  }
}
