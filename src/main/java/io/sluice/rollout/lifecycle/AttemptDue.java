package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.DueInput.Temporal;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.util.Optional;

/**
 * Decides whether an attempt is due, and which (rollout-strategy 3.2, "Life of the workflow").
 *
 * @param number one higher than any used before; that of the attempt whose run was lost
 * @param former the UID of the attempt whose run was lost, or which a small rollout or a retry of
 *     the failed clusters completes
 * @param because the reason
 */
public record AttemptDue(long number, Kind kind, Optional<String> former, String because) {
  /** How an attempt begins. */
  public enum Kind {
    /** No cluster is started yet. */
    NEW,
    /** The run of an attempt that has not ended was lost. */
    LOST,
    /**
     * For newcomers only: finished clusters stay final, and approvals by message are inherited
     * (rollout-strategy 6.3 and A5).
     */
    SMALL_ROLLOUT,
    /** For those that have not succeeded only: the others stay final ({@code failedOnly}). */
    RETRY_OF_FAILED
  }

  public AttemptDue {
    requireNonNull(kind, "kind is null");
    requireNonNull(former, "former is null");
    requireNonNull(because, "because is null");
  }

  /** Decides for one policy. */
  public static DueDecision judge(DueInput input) {
    RootView root = input.root();
    Optional<SettingsValidation> accepted =
        input.settings().filter(settings -> settings.refusal().isEmpty());
    boolean rolledOut = root.staged() && !root.disabled() && !root.deleting();
    if (!rolledOut || accepted.isEmpty() || selected(input.fleet()) == 0) {
      return DueDecision.NOTHING;
    }
    Optional<RolloutRecord> open = input.own().filter(RolloutRecord::runOpen);
    if (open.isPresent() && input.temporal() != Temporal.LOST_THE_RUN) {
      return DueDecision.NOTHING;
    }
    Optional<AttemptDue> due =
        open.map(AttemptDue::continued).or(() -> newAttempt(input, accepted.get(), input.own()));
    if (due.isEmpty()) {
      return DueDecision.NOTHING;
    }
    Optional<String> incoherent = input.fleet().incoherent();
    if (incoherent.isPresent()) {
      return DueDecision.waiting(incoherent.get());
    }
    return input.temporal() == Temporal.UNREACHABLE
        ? DueDecision.waiting(
            "Waiting for Temporal, which cannot be reached, to start attempt %d: %s."
                .formatted(due.get().number(), due.get().because()))
        : DueDecision.now(due.get());
  }

  /**
   * Returns whether clusters that join after the end get an attempt. Without one they get the last
   * successful version directly, which next to OCM's propagator nobody can give them: there only a
   * ticket of an attempt does (gate 7).
   */
  public static boolean rollsNewcomersOut(SettingsValidation settings, RootView root) {
    return settings.mode() != PendingMode.KEEP_PREVIOUS
        || EffectiveStrategy.isBehindTheGate(root.strategyHash());
  }

  /**
   * Returns whether clusters that join after the end of an attempt get its version: after a
   * success; if all clusters start at once also after a failure, as there is no former version.
   */
  public static boolean givesNewcomersTheVersion(SettingsValidation settings, RolloutRecord last) {
    return last.ended(Outcome.SUCCEEDED) || settings.atOnce() && last.ended(Outcome.FAILED);
  }

  private static long selected(FleetView fleet) {
    return fleet.groups().stream().flatMap(group -> group.clusters().stream()).count();
  }

  private static AttemptDue continued(RolloutRecord lost) {
    return new AttemptDue(
        lost.attempt(),
        Kind.LOST,
        Optional.of(lost.rolloutUid()),
        "its run was lost, and Temporal knows none");
  }

  private static Optional<AttemptDue> newAttempt(
      DueInput input, SettingsValidation settings, Optional<RolloutRecord> own) {
    Optional<String> reason =
        own.filter(last -> !last.rolloutUid().isEmpty())
            .map(last -> reason(input.root(), last))
            .orElse(Optional.of("the policy was never rolled out"));
    return reason
        .map(why -> new AttemptDue(input.nextNumber(), Kind.NEW, Optional.empty(), why))
        .or(() -> own.flatMap(last -> retry(input, last)))
        .or(() -> own.flatMap(last -> smallRollout(input, settings, last)));
  }

  private static Optional<String> reason(RootView root, RolloutRecord last) {
    if (last.generation() != root.version().generation()) {
      return Optional.of(
          "generation %d of the policy is new, %d was rolled out last"
              .formatted(root.version().generation(), last.generation()));
    }
    if (!last.ofStrategy(root)) {
      return Optional.of(EffectiveStrategy.difference(last.strategyHash(), root.strategyHash()));
    }
    // The settings may have been reverted before another attempt took over.
    if (last.ended(Outcome.SUPERSEDED)) {
      return Optional.of("the last attempt was superseded before its end");
    }
    return Optional.empty();
  }

  private static Optional<AttemptDue> retry(DueInput input, RolloutRecord last) {
    if (!last.retryRequested() || !(last.ended(Outcome.FAILED) || last.ended(Outcome.ABORTED))) {
      return Optional.empty();
    }
    String asked = "spec.retryRollout asks to retry " + last.rolloutUid();
    return Optional.of(
        last.failedOnly()
            ? new AttemptDue(
                input.nextNumber(),
                Kind.RETRY_OF_FAILED,
                Optional.of(last.rolloutUid()),
                asked + " for those that have not succeeded")
            : new AttemptDue(input.nextNumber(), Kind.NEW, Optional.empty(), asked));
  }

  /**
   * Rollout-strategy 6.3: in mode Inform, and next to OCM's propagator, newcomers get a rollout of
   * their own.
   */
  private static Optional<AttemptDue> smallRollout(
      DueInput input, SettingsValidation settings, RolloutRecord last) {
    if (!rollsNewcomersOut(settings, input.root())
        || !givesNewcomersTheVersion(settings, last)
        || input.newcomers().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new AttemptDue(
            input.nextNumber(),
            Kind.SMALL_ROLLOUT,
            Optional.of(last.rolloutUid()),
            input.newcomers().size() == 1
                ? "1 cluster joined after the end: " + input.newcomers().get(0)
                : "%d clusters joined after the end, first of them %s"
                    .formatted(input.newcomers().size(), input.newcomers().get(0))));
  }
}
