package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.lifecycle.DueDecision;
import io.sluice.lifecycle.DueInput;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.plan.report.OverallStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.strategy.Refusal;
import java.util.Optional;

/**
 * Says where a rollout stands while no run is open (rollout-strategy 1.3, 1.4 and 5).
 *
 * @param phase as the Rollout's status is to say it
 * @param rolloutStatus OCM's word for the whole
 * @param waitingFor one sentence; empty only when Done
 */
public record IdleStatus(Phase phase, Optional<String> rolloutStatus, String waitingFor) {
  public IdleStatus {
    requireNonNull(phase, "phase is null");
    requireNonNull(rolloutStatus, "rolloutStatus is null");
    requireNonNull(waitingFor, "waitingFor is null");
  }

  /**
   * What the object says of its last attempt.
   *
   * @param leftBehind how many of its clusters were never started, or were left in flight
   * @param started how many were started
   * @param phase as it was told last
   * @param waitingFor as it was told last; a run says more of a halt than can be found out later
   */
  public record Last(
      RolloutRecord record,
      long leftBehind,
      long started,
      Optional<String> phase,
      Optional<String> waitingFor) {
    public Last {
      requireNonNull(record, "record is null");
      requireNonNull(phase, "phase is null");
      requireNonNull(waitingFor, "waitingFor is null");
    }
  }

  /**
   * Judges a staged policy between two attempts.
   *
   * @param due whether another attempt is due, or what keeps it
   */
  public static IdleStatus of(DueInput facts, DueDecision due, Last last) {
    Optional<Refusal> refusal = facts.acceptance().flatMap(SettingsValidation::refusal);
    Optional<Outcome> outcome = last.record().end();
    boolean told =
        facts.root().staged()
            && !facts.root().disabled()
            && facts.fleet().groups().stream().anyMatch(group -> !group.clusters().isEmpty());
    boolean attempted =
        !last.record().rolloutUid().isEmpty()
            && last.record().generation() == facts.root().version().generation()
            && last.record().strategyHash().equals(facts.root().strategyHash())
            && outcome.filter(end -> end == Outcome.SUPERSEDED).isEmpty();
    Optional<String> word =
        new OverallStatus(
                told,
                attempted,
                refusal.isPresent(),
                outcome,
                facts.acceptance().map(SettingsValidation::mode).orElse(PendingMode.KEEP_PREVIOUS),
                facts.acceptance().filter(SettingsValidation::atOnce).isPresent(),
                last.started() > 0)
            .label();
    if (refusal.isPresent()) {
      return new IdleStatus(Phase.PENDING, word, refusal.get().message());
    }
    if (due.waitingFor().isPresent()) {
      return new IdleStatus(Phase.PENDING, word, due.waitingFor().get());
    }
    if (due.attempt().isPresent()) {
      return new IdleStatus(Phase.PENDING, word, "Waiting for the next attempt to begin.");
    }
    return attempted || outcome.isPresent()
        ? ended(word, outcome, last)
        : new IdleStatus(
            Phase.PENDING, word, facts.fleet().incoherent().orElse("No cluster is selected."));
  }

  private static IdleStatus ended(Optional<String> word, Optional<Outcome> outcome, Last last) {
    boolean halted =
        outcome.filter(end -> end == Outcome.FAILED).isPresent() && last.leftBehind() > 0;
    if (!halted) {
      return new IdleStatus(Phase.DONE, word, "");
    }
    String untold =
        "Halted. Change the policy, or set spec.retryRollout.rolloutUID to %s."
            .formatted(last.record().rolloutUid());
    return new IdleStatus(
        Phase.HALTED,
        word,
        last.waitingFor()
            .filter(text -> last.phase().filter(Phase.HALTED.label()::equals).isPresent())
            .orElse(untold));
  }
}
