package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what is done with a Rollout object (rollout-strategy 3.8). */
class RetirementActionTest {
  @ParameterizedTest(name = "staged {0}, disabled {1}, run {2}, spec {3}, status {4}: {6}")
  @CsvSource({
    // staged, disabled, run open, spec, status, success, action
    "true, false, false, true, true, true, KEEP",
    "true, false, true, false, true, true, KEEP",
    "true, true, true, false, true, true, WAIT_FOR_THE_RUN",
    "true, true, false, false, true, true, FORGET_SUCCESS",
    "true, true, false, true, true, false, KEEP",
    "false, false, true, false, true, false, WAIT_FOR_THE_RUN",
    "false, false, false, false, true, true, DELETE",
    "false, false, false, false, false, false, DELETE",
    "false, false, false, true, true, true, CLEAR",
    "false, false, false, true, false, false, KEEP",
    "false, true, false, false, true, true, DELETE",
    "false, true, false, true, true, true, CLEAR",
    "false, true, true, true, true, true, WAIT_FOR_THE_RUN"
  })
  void theObjectFollowsThePolicy(
      boolean staged,
      boolean disabled,
      boolean runOpen,
      boolean spec,
      boolean status,
      boolean success,
      RetirementAction fate) {
    RetirementAction.RolloutState view =
        new RetirementAction.RolloutState(runOpen, spec, status, success);
    assertThat(RetirementAction.of(staged, disabled, Optional.of(view))).isEqualTo(fate);
  }

  @Test
  void withoutAnObjectThereIsNothingToDo() {
    assertThat(RetirementAction.of(false, true, Optional.empty())).isEqualTo(RetirementAction.KEEP);
  }
}
