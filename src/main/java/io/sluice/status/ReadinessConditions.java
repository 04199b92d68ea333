package io.sluice.status;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import java.util.List;
import java.util.Optional;

/**
 * Computes the conditions by which generic tools understand a Rollout: {@code Ready}, {@code
 * Reconciling} and {@code Stalled}, as kstatus reads them. Exactly one of the three is True.
 *
 * <p>Ready: the version is on every cluster. Stalled: without a person nothing goes on, because the
 * settings are refused, or the rollout has failed or was aborted. Reconciling: everything else,
 * also a wait for an approval or the end of a pause, which are part of a rollout's way.
 */
public final class ReadinessConditions {
  private ReadinessConditions() {}

  /**
   * Holds what a status shows.
   *
   * @param refusal the reason for which the settings are refused
   * @param waitingFor one sentence; empty only when Done
   * @param because why the attempt did what it did last; may be empty
   */
  public record Input(
      Phase phase,
      Optional<Outcome> outcome,
      Optional<String> refusal,
      String waitingFor,
      String because) {}

  /** Returns the three conditions. */
  public static List<RolloutCondition> of(Input input) {
    boolean ready = ready(input);
    boolean stalled = !ready && stalled(input);
    String reason = reason(input);
    String message = message(input);
    return List.of(
        new RolloutCondition(RolloutCondition.READY, ready, reason, message),
        new RolloutCondition(RolloutCondition.RECONCILING, !ready && !stalled, reason, message),
        new RolloutCondition(RolloutCondition.STALLED, stalled, reason, message));
  }

  private static boolean ready(Input input) {
    return input.phase() == Phase.DONE && ended(input, Outcome.SUCCEEDED);
  }

  /** An outcome in phase Pending is that of a former attempt, which another one follows. */
  private static boolean stalled(Input input) {
    return switch (input.phase()) {
      case PENDING -> input.refusal().isPresent();
      case HALTED -> true;
      case DONE -> ended(input, Outcome.FAILED) || ended(input, Outcome.ABORTED);
      case PROGRESSING, SOAKING, WAITING_FOR_APPROVAL, PAUSED -> false;
    };
  }

  private static boolean ended(Input input, Outcome outcome) {
    return input.outcome().filter(outcome::equals).isPresent();
  }

  private static String reason(Input input) {
    return switch (input.phase()) {
      case PENDING -> input.refusal().orElseGet(input.phase()::label);
      case DONE, HALTED -> input.outcome().map(Outcome::label).orElseGet(input.phase()::label);
      case PROGRESSING, SOAKING, WAITING_FOR_APPROVAL, PAUSED -> input.phase().label();
    };
  }

  private static String message(Input input) {
    if (!input.waitingFor().isEmpty()) {
      return input.waitingFor();
    }
    if (ready(input)) {
      return "The version is on every cluster.";
    }
    return input.because().isEmpty()
        ? "The rollout has ended: %s.".formatted(reason(input))
        : input.because();
  }
}
