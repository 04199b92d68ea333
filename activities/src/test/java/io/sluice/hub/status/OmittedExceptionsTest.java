package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Tells of which clusters a list of exceptions that was cut leaves in doubt whether it had them.
 */
class OmittedExceptionsTest {
  private static RolloutStatusParser parsed(int omitted, int failed) {
    return RolloutStatusParser.of(
        RolloutFixture.withStatus(
            """
            exceptionsOmitted: %d
            counts: {clusters: 200, failed: %d}
            exceptions: [{cluster: c1, status: Failed, reason: Failed}]
            """
                .formatted(omitted, failed)));
  }

  @Test
  void aWholeListOmitsNobody() {
    assertThat(parsed(0, 1).mayOmit(true)).isFalse();
    assertThat(parsed(0, 2).mayOmit(false)).isFalse();
  }

  @Test
  void whereAllFailuresAreListedOnlyIgnoredOnesAreInDoubt() {
    assertThat(parsed(7, 1).mayOmit(true)).isTrue();
    assertThat(parsed(7, 1).mayOmit(false)).isFalse();
  }

  @Test
  void whereFailuresWereCutAllAreInDoubt() {
    assertThat(parsed(7, 2).mayOmit(false)).isTrue();
  }
}
