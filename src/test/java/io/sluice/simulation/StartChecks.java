package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.StrategyType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks which clusters start: I1 to I4, and that none starts when none may. */
final class StartChecks {
  private final StepView view;

  private StartChecks(StepView view) {
    this.view = view;
  }

  static void of(StepView view) {
    StartChecks checks = new StartChecks(view);
    checks.writes();
    checks.noStarts();
    checks.concurrency();
    checks.order();
    checks.early();
  }

  private void writes() {
    List<String> written = view.dispatched();
    Invariant.I13.holds(
        new HashSet<>(written).size() == written.size(), () -> "twice in " + written);
    for (String cluster : written) {
      Invariant.I13.holds(
          view.gone(cluster)
              || view.entry(cluster).filter(entry -> entry.stage() == Stage.STARTED).isPresent(),
          () -> cluster + " is dispatched though it is not started: " + view.entry(cluster));
    }
    Invariant.I13.holds(
        written.containsAll(view.starts),
        () -> view.starts + " are started, but only these dispatched: " + written);
    Invariant.I8.holds(
        written.stream().allMatch(view::gone)
            || view.step.state().breach().isEmpty() && view.step.state().outcome().isEmpty(),
        () -> "dispatch after the end or under a breach: " + written);
    Invariant.I23.holds(
        written.isEmpty() || view.hub.refusal().isEmpty(), () -> "dispatch of " + written);
    Invariant.I12.holds(
        written.isEmpty() || view.hub.claim() == HubSnapshot.ClaimState.HELD,
        () -> "dispatch without the claim: " + written);
  }

  private void noStarts() {
    if (view.starts.isEmpty()) {
      return;
    }
    Invariant.I8.holds(
        view.before.outcome().isEmpty() && view.before.breach().isEmpty(),
        () -> view.starts + " start after the end");
    Invariant.STATUS.holds(
        !view.hub.intent().paused() && !view.log.pausedByMessage,
        () -> view.starts + " start while paused");
    Invariant.I23.holds(view.hub.refusal().isEmpty(), () -> view.starts + " start");
    Invariant.PINNED.holds(
        view.hub.fleet().incoherent().isEmpty(),
        () -> view.starts + " start on an incoherent snapshot");
    Set<String> snapshot = new HashSet<>();
    view.hub.fleet().groups().forEach(group -> snapshot.addAll(group.clusters()));
    Invariant.I11.holds(
        snapshot.containsAll(view.starts), () -> "removed, but started: " + view.starts);
  }

  /** Whoever has the version starts with the others, and is listed. */
  private void early() {
    List<String> left =
        view.log.early.stream()
            .filter(cluster -> view.entry(cluster).isEmpty() && !view.absent(cluster))
            .toList();
    Invariant.BEFORE_ITS_TURN.holds(
        view.starts.isEmpty() || left.isEmpty(),
        () -> "%s start, but %s have the version already".formatted(view.starts, left));
    for (String cluster : view.starts) {
      List<IssueReason> listed =
          view.step.progress().exceptions().stream()
              .filter(issue -> issue.cluster().equals(cluster))
              .map(ClusterIssue::reason)
              .toList();
      Invariant.BEFORE_ITS_TURN.holds(
          view.early(cluster) ? !listed.isEmpty() : !listed.contains(IssueReason.UNSTAGED_CHANGE),
          () -> "%s starts, early: %s, listed: %s".formatted(cluster, view.early(cluster), listed));
    }
  }

  private void concurrency() {
    boolean outside =
        view.inTurn().stream().anyMatch(cluster -> !view.mandatory(view.groupOf.get(cluster)));
    if (view.spec.strategy().type() != StrategyType.PROGRESSIVE || !outside) {
      return;
    }
    long total =
        view.groups.entrySet().stream()
            .filter(group -> !view.mandatory(group.getKey()))
            .mapToLong(group -> group.getValue().size())
            .sum();
    long limit =
        view.spec
            .strategy()
            .maxConcurrency()
            .map(most -> ThresholdCalculator.limit(most, total))
            .orElse(total);
    long busy = view.entries.keySet().stream().filter(view::inFlight).count();
    Invariant.I1.holds(busy <= limit, () -> "%d are in flight, %d may be".formatted(busy, limit));
  }

  private void order() {
    if (view.allAtOnce()) {
      return;
    }
    for (String cluster : view.inTurn()) {
      GroupKey own = view.groupOf.get(cluster);
      boolean mandatory = view.mandatory(own);
      Invariant.I4.holds(
          mandatory || approved(own), () -> cluster + " starts without approval of " + own);
      view.groups.forEach((other, members) -> order(cluster, own, other, members));
    }
  }

  private void order(String cluster, GroupKey own, GroupKey other, Set<String> members) {
    boolean mandatory = view.mandatory(own);
    boolean first = view.mandatory(other);
    if (first && !mandatory) {
      Invariant.I3.holds(
          !holds(members) && members.stream().noneMatch(view::failed),
          () -> "%s starts before %s".formatted(cluster, other));
    }
    boolean sorted = view.spec.strategy().perGroup() || mandatory;
    if (sorted && first == mandatory && !other.equals(own) && comesFirst(other, members, own)) {
      Invariant.I2.holds(
          !holdsOpening(other, members), () -> "%s starts before %s".formatted(cluster, other));
    }
  }

  private boolean holds(Set<String> members) {
    return members.stream()
        .anyMatch(cluster -> view.inFlight(cluster) || view.entry(cluster).isEmpty());
  }

  private boolean byApproval(GroupKey group) {
    return view.spec.strategy().type() == StrategyType.MANUAL_PER_GROUP && !view.mandatory(group);
  }

  private boolean comesFirst(GroupKey other, Set<String> members, GroupKey own) {
    boolean earlier = other.compareTo(own) < 0;
    if (!byApproval(own)) {
      return earlier;
    }
    boolean begun = begun(members);
    return begun == begun(view.groups.get(own)) ? earlier : begun;
  }

  private boolean begun(Set<String> members) {
    return members.stream().anyMatch(view::begun);
  }

  private boolean holdsOpening(GroupKey group, Set<String> members) {
    return byApproval(group) && !approved(group)
        ? members.stream().anyMatch(view::inFlight)
        : holds(members);
  }

  private boolean approved(GroupKey group) {
    return view.approved(group, view.log.messages);
  }
}
