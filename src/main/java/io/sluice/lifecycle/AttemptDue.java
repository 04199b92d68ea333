package io.sluice.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.lifecycle.DueInput.Temporal;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import java.util.Optional;

/**
 * Tells whether an attempt is due, and which (rollout-strategy 3.2, "Life of the workflow").
 *
 * <p>The back-off for a run that somebody terminates again and again is the watcher's.
 *
 * @param number one higher than any used before; the same where a lost run goes on
 * @param former UID of the attempt that it follows from: the lost one, which it goes on under, or
 *     the one that a small rollout completes
 * @param because what asks for it
 */
public record AttemptDue(long number, Kind kind, Optional<String> former, String because) {
  /** How an attempt begins. */
  public enum Kind {
    /** Every cluster is yet to be started. */
    NEW,
    /** The run of an attempt that has not ended was lost. */
    LOST,
    /**
     * For newcomers only: clusters that were finished are carried over as final, and approvals by
     * message are inherited (rollout-strategy 6.3 and A5).
     */
    SMALL_ROLLOUT
  }

  public AttemptDue {
    requireNonNull(kind, "kind is null");
    requireNonNull(former, "former is null");
    requireNonNull(because, "because is null");
  }

  /** Judges one policy. */
  public static DueDecision judge(DueInput facts) {
    RootView root = facts.root();
    Optional<SettingsValidation> accepted =
        facts.acceptance().filter(settings -> settings.refusal().isEmpty());
    if (!root.staged() || root.disabled() || accepted.isEmpty() || selected(facts.fleet()) == 0) {
      return DueDecision.NOTHING;
    }
    Optional<RolloutRecord> open = facts.own().filter(RolloutRecord::runOpen);
    if (open.isPresent() && facts.temporal() != Temporal.LOST_THE_RUN) {
      return DueDecision.NOTHING;
    }
    Optional<AttemptDue> due =
        open.map(AttemptDue::goOn).or(() -> fresh(facts, accepted.get(), facts.own()));
    if (due.isEmpty()) {
      return DueDecision.NOTHING;
    }
    Optional<String> incoherent = facts.fleet().incoherent();
    if (incoherent.isPresent()) {
      return DueDecision.waiting(incoherent.get());
    }
    return facts.temporal() == Temporal.UNREACHABLE
        ? DueDecision.waiting(
            "Waiting for Temporal, which cannot be reached, to start attempt %d: %s."
                .formatted(due.get().number(), due.get().because()))
        : DueDecision.now(due.get());
  }

  private static long selected(FleetView fleet) {
    return fleet.groups().stream().flatMap(group -> group.clusters().stream()).count();
  }

  private static AttemptDue goOn(RolloutRecord lost) {
    return new AttemptDue(
        lost.attempt(),
        Kind.LOST,
        Optional.of(lost.rolloutUid()),
        "its run was lost, and Temporal knows none");
  }

  private static Optional<AttemptDue> fresh(
      DueInput facts, SettingsValidation settings, Optional<RolloutRecord> own) {
    Optional<String> reason =
        own.filter(last -> !last.rolloutUid().isEmpty())
            .map(last -> reason(facts.root(), last))
            .orElse(Optional.of("the policy was never rolled out"));
    return reason
        .map(why -> new AttemptDue(facts.nextNumber(), Kind.NEW, Optional.empty(), why))
        .or(() -> own.flatMap(last -> small(facts, settings, last)));
  }

  private static Optional<String> reason(RootView root, RolloutRecord last) {
    if (last.generation() != root.version().generation()) {
      return Optional.of(
          "generation %d of the policy is new, %d was rolled out last"
              .formatted(root.version().generation(), last.generation()));
    }
    if (!last.strategyHash().equals(root.strategyHash())) {
      return Optional.of("the rolloutStrategy was changed");
    }
    // The settings may have come back to what they were before anybody took over.
    if (last.ended(Outcome.SUPERSEDED)) {
      return Optional.of("the last attempt was superseded before its end");
    }
    if (last.asksForRetry() && (last.ended(Outcome.FAILED) || last.ended(Outcome.ABORTED))) {
      return Optional.of("spec.retryRollout asks to retry " + last.rolloutUid());
    }
    return Optional.empty();
  }

  /**
   * Rollout-strategy 6.3: where pending clusters inform, newcomers get a rollout of their own after
   * a success; where nobody waits for a turn also after a failure, as there is no former version.
   */
  private static Optional<AttemptDue> small(
      DueInput facts, SettingsValidation settings, RolloutRecord last) {
    boolean open = last.ended(Outcome.SUCCEEDED) || settings.atOnce() && last.ended(Outcome.FAILED);
    if (settings.mode() == PendingMode.KEEP_PREVIOUS || !open || facts.newcomers().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new AttemptDue(
            facts.nextNumber(),
            Kind.SMALL_ROLLOUT,
            Optional.of(last.rolloutUid()),
            facts.newcomers().size() == 1
                ? "1 cluster joined after the end: " + facts.newcomers().get(0)
                : "%d clusters joined after the end, first of them %s"
                    .formatted(facts.newcomers().size(), facts.newcomers().get(0))));
  }
}
