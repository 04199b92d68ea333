package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.plan.report.OverallStatus;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * Computes the status of a rollout while no run is open (rollout-strategy 1.3, 1.4 and 5).
 *
 * @param phase the phase for the Rollout's status
 * @param rolloutStatus OCM's status of the whole rollout
 * @param waitingFor one sentence; empty only when Done
 * @param noCluster whether it waits for a cluster, as none is selected
 */
public record IdleStatus(
    Phase phase, Optional<String> rolloutStatus, String waitingFor, boolean noCluster) {
  public IdleStatus {
    requireNonNull(phase, "phase is null");
    requireNonNull(rolloutStatus, "rolloutStatus is null");
    requireNonNull(waitingFor, "waitingFor is null");
  }

  /** Holds a status that waits for something else than a cluster. */
  public IdleStatus(Phase phase, Optional<String> rolloutStatus, String waitingFor) {
    this(phase, rolloutStatus, waitingFor, false);
  }

  /**
   * What the Rollout object reports of its last attempt.
   *
   * @param leftBehind how many clusters were never started, or were left in flight
   * @param started how many clusters were started
   * @param phase the last one reported
   * @param waitingFor the last one reported; of a halt the run knows more than the object shows
   */
  public record LastAttempt(
      RolloutRecord record,
      long leftBehind,
      long started,
      Optional<String> phase,
      Optional<String> waitingFor) {
    public LastAttempt {
      requireNonNull(record, "record is null");
      requireNonNull(phase, "phase is null");
      requireNonNull(waitingFor, "waitingFor is null");
    }
  }

  /**
   * Computes the status of a staged policy between two attempts.
   *
   * @param due whether another attempt is due, or what it waits for
   */
  public static IdleStatus of(DueInput input, DueDecision due, LastAttempt last) {
    Optional<Refusal> refusal = input.settings().flatMap(SettingsValidation::refusal);
    Optional<Outcome> outcome = last.record().end();
    boolean reported =
        input.root().staged()
            && !input.root().disabled()
            && input.fleet().groups().stream().anyMatch(group -> !group.clusters().isEmpty());
    boolean attempted = last.record().attempted(input.root());
    Optional<String> overall =
        new OverallStatus(
                reported,
                attempted,
                refusal.isPresent(),
                outcome,
                input.settings().map(SettingsValidation::mode).orElse(PendingMode.KEEP_PREVIOUS),
                input.settings().filter(SettingsValidation::atOnce).isPresent(),
                last.started() > 0)
            .label();
    if (refusal.isPresent()) {
      return new IdleStatus(Phase.PENDING, overall, refusal.get().message());
    }
    if (due.waitingFor().isPresent()) {
      return new IdleStatus(Phase.PENDING, overall, due.waitingFor().get());
    }
    if (due.attempt().isPresent()) {
      return new IdleStatus(Phase.PENDING, overall, "Waiting for the next attempt to begin.");
    }
    return attempted || outcome.isPresent()
        ? ended(overall, outcome, last)
        : unselected(overall, input);
  }

  /**
   * The same, while newcomers wait for an approval: a rollout that was done is not until then. One
   * that is halted or pending has more to say of itself.
   */
  public IdleStatus before(Optional<NewcomerApprovals.Waiting> newcomers) {
    return newcomers
        .filter(waiting -> phase == Phase.DONE)
        .map(
            waiting ->
                new IdleStatus(Phase.WAITING_FOR_APPROVAL, rolloutStatus, waiting.waitingFor()))
        .orElse(this);
  }

  /**
   * The same, where it cannot be known whether clusters joined after the end: they keep what they
   * have, and a rollout that is done says so (rollout-strategy 3.7, "Lists cut for people are never
   * read back").
   */
  public IdleStatus naming(List<String> undecided) {
    return phase != Phase.DONE || undecided.isEmpty()
        ? this
        : new IdleStatus(
            phase,
            rolloutStatus,
            "Cannot tell whether %s joined after the end, or failed before and %s of the exceptions that are not listed: %s. %s the next version."
                .formatted(
                    Wording.clusters(undecided.size()),
                    undecided.size() == 1 ? "is one" : "are some",
                    Wording.names(undecided),
                    undecided.size() == 1 ? "It gets" : "They get"));
  }

  /** Returns why nothing can begin: the policy does not stand, or no cluster is selected. */
  private static IdleStatus unselected(Optional<String> overall, DueInput input) {
    if (input.root().deleting()) {
      return new IdleStatus(
          Phase.PENDING, overall, "The policy is being deleted, so nothing of it begins.");
    }
    if (input.root().disabled()) {
      return new IdleStatus(
          Phase.PENDING,
          overall,
          "The policy is disabled. Set spec.disabled to false to roll it out.");
    }
    FleetView fleet = input.fleet();
    return new IdleStatus(
        Phase.PENDING,
        overall,
        fleet.incoherent().or(fleet::missing).orElseGet(fleet::withoutClusters),
        fleet.conclusive());
  }

  private static IdleStatus ended(
      Optional<String> overall, Optional<Outcome> outcome, LastAttempt last) {
    boolean halted =
        outcome.filter(end -> end == Outcome.FAILED).isPresent() && last.leftBehind() > 0;
    if (!halted) {
      return new IdleStatus(Phase.DONE, overall, "");
    }
    String unreported = "Halted. " + FieldAdvice.retry("policy", last.record().rolloutUid());
    return new IdleStatus(
        Phase.HALTED,
        overall,
        last.waitingFor()
            .filter(text -> last.phase().filter(Phase.HALTED.label()::equals).isPresent())
            .orElse(unreported));
  }
}
