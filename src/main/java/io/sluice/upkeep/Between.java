package io.sluice.upkeep;

import static java.util.Objects.requireNonNull;

import io.sluice.plan.Mode;
import io.sluice.plan.Outcome;
import io.sluice.plan.Phase;
import io.sluice.plan.RootWord;
import io.sluice.plan.strategy.Refusal;
import java.util.Optional;

/**
 * Says where a rollout stands while no run is open (rollout-strategy 1.3, 1.4 and 5).
 *
 * @param phase as the Rollout's status is to say it
 * @param rolloutStatus OCM's word for the whole
 * @param waitingFor one sentence; empty only when Done
 */
public record Between(Phase phase, Optional<String> rolloutStatus, String waitingFor) {
  public Between {
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
  public static Between of(DueFacts facts, Due due, Last last) {
    Optional<Refusal> refusal = facts.acceptance().flatMap(Acceptance::refusal);
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
        new RootWord(
                told,
                attempted,
                refusal.isPresent(),
                outcome,
                facts.acceptance().map(Acceptance::mode).orElse(Mode.KEEP_PREVIOUS),
                facts.acceptance().filter(Acceptance::atOnce).isPresent(),
                last.started() > 0)
            .word();
    if (refusal.isPresent()) {
      return new Between(Phase.PENDING, word, refusal.get().message());
    }
    if (due.waitingFor().isPresent()) {
      return new Between(Phase.PENDING, word, due.waitingFor().get());
    }
    if (due.attempt().isPresent()) {
      return new Between(Phase.PENDING, word, "Waiting for the next attempt to begin.");
    }
    return attempted || outcome.isPresent()
        ? ended(word, outcome, last)
        : new Between(
            Phase.PENDING, word, facts.fleet().incoherent().orElse("No cluster is selected."));
  }

  private static Between ended(Optional<String> word, Optional<Outcome> outcome, Last last) {
    boolean halted =
        outcome.filter(end -> end == Outcome.FAILED).isPresent() && last.leftBehind() > 0;
    if (!halted) {
      return new Between(Phase.DONE, word, "");
    }
    String untold =
        "Halted. Change the policy, or set spec.retryRollout.rolloutUID to %s."
            .formatted(last.record().rolloutUid());
    return new Between(
        Phase.HALTED,
        word,
        last.waitingFor()
            .filter(text -> last.phase().filter(Phase.HALTED.word()::equals).isPresent())
            .orElse(untold));
  }
}
