package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Outcome;
import io.sluice.status.LastSuccessfulStatus.StoredRevision;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the last successful revision (rollout-strategy 5, invariant I22). */
class LastSuccessfulStatusTest {
  private static final Optional<String> FORMER = Optional.of("tls-1");

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void itChangesOnlyWithOutcomeSucceeded(Outcome outcome) {
    assertThat(LastSuccessfulStatus.after(Optional.of(outcome), FORMER, "tls-2", 10))
        .contains(outcome == Outcome.SUCCEEDED ? "tls-2" : "tls-1");
  }

  @Test
  void anAttemptWithoutAnOutcomeChangesNothing() {
    assertThat(LastSuccessfulStatus.after(Optional.empty(), FORMER, "tls-2", 10)).isEqualTo(FORMER);
  }

  @Test
  void aSuccessTooLargeToBeStoredCountsAsNone() {
    assertThat(
            LastSuccessfulStatus.after(
                Optional.of(Outcome.SUCCEEDED), FORMER, "tls-2", 700 * 1024 + 1))
        .isEmpty();
  }

  @Test
  void afterARestoreWhatMostReplicasCarryCountsAndTheNewestOfEquals() {
    assertThat(
            LastSuccessfulStatus.restored(
                List.of(
                    new StoredRevision("c", 3, 2),
                    new StoredRevision("b", 2, 5),
                    new StoredRevision("a", 1, 5))))
        .contains("b");
    assertThat(LastSuccessfulStatus.restored(List.of(new StoredRevision("c", 3, 0)))).isEmpty();
    assertThat(LastSuccessfulStatus.restored(List.of())).isEmpty();
  }

  @Test
  void onlyAnOldObjectWithoutANumberHasLostItsStatus() {
    assertThat(LastSuccessfulStatus.statusDropped(true, false, 7)).isTrue();
    assertThat(LastSuccessfulStatus.statusDropped(false, false, 7)).isFalse();
    assertThat(LastSuccessfulStatus.statusDropped(true, true, 7)).isFalse();
    assertThat(LastSuccessfulStatus.statusDropped(true, false, 0)).isFalse();
  }
}
