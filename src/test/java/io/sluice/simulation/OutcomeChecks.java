package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Action;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.StrategyType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks breach and outcome: I8, I9 and I17, and that a run closes when it may. */
final class OutcomeChecks {
  private final StepView view;

  private OutcomeChecks(StepView view) {
    this.view = view;
  }

  static void of(StepView view) {
    OutcomeChecks checks = new OutcomeChecks(view);
    checks.latched();
    checks.breach();
    checks.outcome();
    checks.close();
    view.log.breach = view.step.state().breach();
    view.log.outcome = view.step.state().outcome();
  }

  private void latched() {
    Optional<Outcome> end = view.step.state().outcome();
    Invariant.I9.holds(
        view.log.outcome.isEmpty() || end.equals(view.log.outcome),
        () -> "the outcome was %s and is %s".formatted(view.log.outcome, end));
    Invariant.I8.holds(
        view.log.breach.isEmpty() || view.step.state().breach().equals(view.log.breach),
        () -> "the breach was lifted: " + view.log.breach);
  }

  private void breach() {
    if (!view.judges() || view.log.breach.isPresent()) {
      return;
    }
    boolean over = over();
    // No invariant requires a breach, but 3.6 does; ignored failures must not cause one (I17).
    Invariant.I8.holds(
        view.step.state().breach().isPresent() == over,
        () ->
            "breach %s, but %s the tolerance; %s"
                .formatted(view.step.state().breach(), over ? "over" : "within", members()));
  }

  private Map<GroupKey, Set<String>> members() {
    return view.groups;
  }

  /** Returns true if more clusters failed than tolerated, in the fleet or in a group. */
  private boolean over() {
    if (view.allAtOnce()) {
      return false;
    }
    Amount tolerated = view.spec.strategy().maxFailures();
    long all = 0;
    long clusters = 0;
    for (Map.Entry<GroupKey, Set<String>> group : view.groups.entrySet()) {
      Set<String> members = group.getValue();
      long failed = members.stream().filter(view::failed).count();
      long most = ThresholdCalculator.tolerance(tolerated, members.size());
      boolean mandatory = view.mandatory(group.getKey());
      if (mandatory ? failed > 0 : view.spec.strategy().perGroup() && failed > most) {
        return true;
      }
      all += failed;
      clusters += members.size();
    }
    return view.spec.strategy().type() == StrategyType.PROGRESSIVE
        && all > ThresholdCalculator.tolerance(tolerated, clusters);
  }

  private void outcome() {
    Optional<Outcome> end = view.step.state().outcome();
    if (view.before.outcome().isPresent()) {
      return;
    }
    if (view.leaves()) {
      view.overtaken()
          .ifPresent(
              expected ->
                  Invariant.STATUS.holds(
                      view.hub.claim() == HubSnapshot.ClaimState.LOST
                          || end.equals(Optional.of(expected)),
                      () -> "overtaken, it ends as %s, not %s".formatted(end, expected)));
      return;
    }
    Optional<Outcome> expected = view.judges() ? expected() : Optional.empty();
    Invariant.I8.holds(
        end.equals(expected), () -> "the outcome is %s, should be %s".formatted(end, expected));
  }

  private Optional<Outcome> expected() {
    if (view.step.state().breach().isPresent()) {
      return Optional.of(Outcome.FAILED);
    }
    boolean allFinal =
        !view.groupOf.isEmpty()
            && view.groupOf.keySet().stream()
                .allMatch(cluster -> view.entry(cluster).isPresent() && !view.inFlight(cluster));
    if (!allFinal) {
      return Optional.empty();
    }
    long failed = view.groupOf.keySet().stream().filter(view::failed).count();
    boolean tooMany =
        view.allAtOnce()
            && failed
                > ThresholdCalculator.tolerance(
                    view.spec.strategy().maxFailures(), view.groupOf.size());
    if (tooMany) {
      return Optional.of(Outcome.FAILED);
    }
    // Nothing succeeds while it is not known who has left (rollout-strategy 3.7).
    return view.groupOf.keySet().stream().anyMatch(view::departing)
        ? Optional.empty()
        : Optional.of(Outcome.SUCCEEDED);
  }

  /** After the outcome it is never written, and without a clock it never becomes final. */
  private boolean neverWritten(String cluster) {
    boolean clock =
        view.log.deadline().isPresent() && view.log.clusters.get(cluster).refused.isPresent();
    return !clock && view.entry(cluster).orElseThrow().stage() == Stage.STARTED;
  }

  private void close() {
    if (!view.closes()) {
      return;
    }
    Action.Close close = view.actions(Action.Close.class).get(0);
    boolean lost = view.hub.claim() != HubSnapshot.ClaimState.HELD;
    Invariant.I12.holds(
        (close.ending() == Action.Close.Ending.WITHOUT_A_WRITE) == lost,
        () -> "closes %s, claim %s".formatted(close.ending(), view.hub.claim()));
    Invariant.I8.holds(
        view.actions(Action.TakeBack.class).isEmpty() && view.dispatched().isEmpty(),
        () -> "closes before its own writes end: " + view.step.actions());
    Optional<Outcome> end = view.step.state().outcome();
    Invariant.I19.holds(lost || end.isPresent(), () -> "closes without an outcome");
    boolean waits =
        !view.leaves()
            && end.filter(how -> how == Outcome.FAILED || how == Outcome.SUCCEEDED).isPresent();
    Invariant.I8.holds(
        !waits
            || view.entries.keySet().stream()
                .noneMatch(cluster -> view.inFlight(cluster) && !neverWritten(cluster)),
        () -> "closes with clusters in flight: " + view.entries.values());
  }
}
