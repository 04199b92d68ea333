package io.sluice.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.Outcome;
import io.sluice.upkeep.LastSuccess.Carried;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the last success against rollout-strategy 5 and invariant I22. */
class LastSuccessTest {
  private static final Optional<String> FORMER = Optional.of("tls-1");

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void itChangesOnlyWithOutcomeSucceeded(Outcome outcome) {
    assertThat(LastSuccess.after(Optional.of(outcome), FORMER, "tls-2", 10))
        .contains(outcome == Outcome.SUCCEEDED ? "tls-2" : "tls-1");
  }

  @Test
  void anAttemptWithoutAnOutcomeChangesNothing() {
    assertThat(LastSuccess.after(Optional.empty(), FORMER, "tls-2", 10)).isEqualTo(FORMER);
  }

  @Test
  void aSuccessTooLargeToBeStoredCountsAsNone() {
    assertThat(LastSuccess.after(Optional.of(Outcome.SUCCEEDED), FORMER, "tls-2", 700 * 1024 + 1))
        .isEmpty();
  }

  @Test
  void afterARestoreWhatMostReplicasCarryCountsAndTheNewestOfEquals() {
    assertThat(
            LastSuccess.restored(
                List.of(new Carried("c", 3, 2), new Carried("b", 2, 5), new Carried("a", 1, 5))))
        .contains("b");
    assertThat(LastSuccess.restored(List.of(new Carried("c", 3, 0)))).isEmpty();
    assertThat(LastSuccess.restored(List.of())).isEmpty();
  }

  @Test
  void onlyAnOldObjectWithoutANumberHasLostItsStatus() {
    assertThat(LastSuccess.statusDropped(true, false, 7)).isTrue();
    assertThat(LastSuccess.statusDropped(false, false, 7)).isFalse();
    assertThat(LastSuccess.statusDropped(true, true, 7)).isFalse();
    assertThat(LastSuccess.statusDropped(true, false, 0)).isFalse();
  }
}
