package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadinessConditionsTest {
  private static List<RolloutCondition> of(
      Phase phase, Outcome outcome, String refusal, String waitingFor, String because) {
    return ReadinessConditions.of(
        new ReadinessConditions.Input(
            phase,
            Optional.ofNullable(outcome),
            Optional.ofNullable(refusal),
            waitingFor,
            because));
  }

  /** The condition that is True: exactly one is. */
  private static RolloutCondition holding(List<RolloutCondition> conditions) {
    assertThat(conditions)
        .extracting(RolloutCondition::type)
        .containsExactly("Ready", "Reconciling", "Stalled");
    assertThat(conditions).filteredOn(RolloutCondition::holds).hasSize(1);
    return conditions.stream().filter(RolloutCondition::holds).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "PENDING            | -          | -           | Reconciling | Pending",
        "PENDING            | -          | BadDuration | Stalled     | BadDuration",
        "PENDING            | SUCCEEDED  | -           | Reconciling | Pending",
        "PENDING            | FAILED     | -           | Reconciling | Pending",
        "PROGRESSING        | -          | -           | Reconciling | Progressing",
        "SOAKING            | -          | -           | Reconciling | Soaking",
        "WAITING_FOR_APPROVAL | -        | -           | Reconciling | WaitingForApproval",
        "PAUSED             | -          | -           | Reconciling | Paused",
        "HALTED             | FAILED     | -           | Stalled     | Failed",
        "DONE               | SUCCEEDED  | -           | Ready       | Succeeded",
        "DONE               | FAILED     | -           | Stalled     | Failed",
        "DONE               | ABORTED    | -           | Stalled     | Aborted",
        "DONE               | SUPERSEDED | -           | Reconciling | Superseded",
      })
  void exactlyOneOfTheThreeHolds(
      Phase phase, Outcome outcome, String refusal, String type, String reason) {
    RolloutCondition condition = holding(of(phase, outcome, refusal, "Waiting.", ""));
    assertThat(condition.type()).isEqualTo(type);
    assertThat(condition.reason()).isEqualTo(reason).matches("[A-Za-z]+");
    assertThat(condition.message()).isEqualTo("Waiting.");
  }

  @Test
  void everyPhaseAndOutcomeHasAMessage() {
    for (Phase phase : Phase.values()) {
      Stream.concat(Stream.of((Outcome) null), Arrays.stream(Outcome.values()))
          .forEach(
              outcome -> {
                assertThat(holding(of(phase, outcome, null, "", "")).message()).isNotEmpty();
              });
    }
    assertThat(holding(of(Phase.DONE, Outcome.FAILED, null, "", "3 failed > 2")).message())
        .isEqualTo("3 failed > 2");
    assertThat(holding(of(Phase.DONE, Outcome.SUCCEEDED, null, "", "last step")).message())
        .isEqualTo("The version is on every cluster.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PENDING              | true  | true  | settings   | true",
        "PENDING              | false | true  | clusters   | false",
        "PENDING              | false | false | start      | false",
        "PROGRESSING          | false | false | compliance | false",
        "SOAKING              | false | false | soak       | false",
        "WAITING_FOR_APPROVAL | false | false | approval   | true",
        "PAUSED               | true  | false | resume     | true",
        "HALTED               | true  | false | retry      | true",
      })
  void aWaitHasACause(
      Phase phase, boolean refused, boolean noCluster, String label, boolean people) {
    WaitCause cause = WaitCause.of(phase, refused, noCluster, Optional.empty()).orElseThrow();
    assertThat(cause.label()).isEqualTo(label);
    assertThat(cause.people()).isEqualTo(people);
  }

  @Test
  void whatIsDoneWaitsForNothing() {
    assertThat(WaitCause.of(Phase.DONE, false, false, Optional.empty())).isEmpty();
  }
}
