package io.sluice.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the overall status with rollout-strategy 1.4, rule by rule. */
class OverallStatusTest {
  private static Optional<String> status(
      boolean attempted,
      boolean refused,
      Outcome outcome,
      PendingMode mode,
      boolean atOnce,
      boolean go) {
    return new OverallStatus(
            true, attempted, refused, Optional.ofNullable(outcome), mode, atOnce, go)
        .label();
  }

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void withoutAStagedPolicyOrAClusterThereIsNoStatus(Outcome outcome) {
    assertThat(
            new OverallStatus(
                    false,
                    true,
                    false,
                    Optional.of(outcome),
                    PendingMode.KEEP_PREVIOUS,
                    false,
                    true)
                .label())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // attempted, refused, outcome, mode, at once, started: status
    "false, true, SUCCEEDED, KEEP_PREVIOUS, false, true, ToApply",
    "false, true, FAILED, INFORM, true, true, ToApply",
    "true, true, , KEEP_PREVIOUS, false, true, Progressing",
    "true, true, FAILED, KEEP_PREVIOUS, false, true, Failed",
    "true, false, SUCCEEDED, KEEP_PREVIOUS, false, true, Succeeded",
    "true, false, SUCCEEDED, BESIDE, false, true, Succeeded",
    "true, false, FAILED, INFORM, false, true, Failed",
    "true, false, ABORTED, KEEP_PREVIOUS, true, true, Failed",
    "true, false, , INFORM, false, false, Progressing",
    "true, false, , BESIDE, false, false, Progressing",
    "true, false, , KEEP_PREVIOUS, true, false, Progressing",
    "true, false, , KEEP_PREVIOUS, false, false, ToApply",
    "true, false, , KEEP_PREVIOUS, false, true, Progressing",
    "true, false, SUPERSEDED, KEEP_PREVIOUS, false, true, Progressing"
  })
  void theFirstRuleThatAppliesDecides(
      boolean attempted,
      boolean refused,
      Outcome outcome,
      PendingMode mode,
      boolean atOnce,
      boolean started,
      String label) {
    assertThat(status(attempted, refused, outcome, mode, atOnce, started)).contains(label);
  }

  @Test
  void theOutcomeOfAFormerVersionDoesNotCountForAWaitingOne() {
    assertThat(status(false, false, Outcome.SUCCEEDED, PendingMode.KEEP_PREVIOUS, false, true))
        .contains("ToApply");
    assertThat(status(false, false, Outcome.FAILED, PendingMode.INFORM, false, true))
        .contains("Progressing");
  }
}
