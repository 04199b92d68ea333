package io.sluice.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.approval.ApprovalVerdict;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.Approvals;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Member;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks one step against the selection function, given every cluster by name as the table of
 * rollout-strategy 3.5 gives it: the step itself hands over counts only.
 */
public final class SelectionCheck {
  private final AttemptSpec spec;
  private final AttemptState before;
  private final AttemptState after;
  private final HubSnapshot hub;
  private final Step step;
  private final Instant now;
  private final Set<String> starts;

  private SelectionCheck(AttemptState before, HubSnapshot hub, Step step, Instant now) {
    this.spec = before.spec();
    this.before = before;
    this.after = step.state();
    this.hub = hub;
    this.step = step;
    this.now = now;
    this.starts = starts(before, step);
  }

  /** Fails where the step did other than the selection function says. */
  public static void hold(AttemptState before, HubSnapshot hub, Step step, Instant now) {
    new SelectionCheck(before, hub, step, now).all();
  }

  /** What was let through to the version starts without its turn, and is counted before it. */
  private static Set<String> starts(AttemptState before, Step step) {
    Set<String> started = new HashSet<>();
    step.state().clusters().stream()
        .filter(entry -> !entry.is(ClusterFlag.EARLY))
        .forEach(entry -> started.add(entry.cluster()));
    before.clusters().forEach(entry -> started.remove(entry.cluster()));
    return started;
  }

  private boolean leaves() {
    return after.outcome().filter(Outcome::leavesClustersBehind).isPresent()
        || spec.changedUnderEnforced(hub);
  }

  private boolean closes() {
    return step.actions().stream().anyMatch(Action.Close.class::isInstance);
  }

  private void all() {
    if (closes() || leaves() || looksFirst() || suspends()) {
      return;
    }
    SelectionResult selection =
        SelectionFunction.select(spec.strategy(), candidates(), known(), now);
    starts(selection);
    breach(selection);
    wake(selection);
  }

  private boolean looksFirst() {
    return after.clusters().stream()
        .anyMatch(
            entry ->
                !skipped(entry)
                    && !entry.is(ClusterFlag.OBSERVED)
                    && (entry.hasClock() || overstays(entry))
                    && late(entry));
  }

  /** The function knows no cluster whose soak and deadline stand still (3.7). */
  private boolean suspends() {
    return after.clusters().stream().anyMatch(entry -> overstays(entry) && absent(entry.cluster()));
  }

  /** Takes its place in the order, and is not started: no placement selects it. */
  private boolean absent(String cluster) {
    return hub.fleet().groups().stream().noneMatch(group -> group.clusters().contains(cluster));
  }

  private boolean late(ClusterState entry) {
    Instant start =
        entry.stage() == Stage.SOAKING ? soakEnd(entry) : Instant.ofEpochMilli(entry.clockStart());
    return spec.strategy()
        .progressDeadline()
        .map(start::plus)
        .filter(expiry -> !expiry.isAfter(now))
        .isPresent();
  }

  private Instant soakEnd(ClusterState entry) {
    return entry.sinceInstant().plus(spec.soak(entry.is(ClusterFlag.WEAK)));
  }

  /** True for one that is not Available as its soak ends: a deadline runs from there (3.4). */
  private boolean overstays(ClusterState entry) {
    return entry.stage() == Stage.SOAKING
        && entry.is(ClusterFlag.UNCONFIRMED)
        && soakEnd(entry).isAfter(entry.sinceInstant())
        && !soakEnd(entry).isAfter(now);
  }

  private List<ClusterGroup> candidates() {
    Map<GroupKey, List<String>> members = new TreeMap<>();
    List<Member> all = new ArrayList<>(after.waiting());
    all.addAll(after.clusters());
    for (Member member : all) {
      members
          .computeIfAbsent(after.groups().get(member.group()), key -> new ArrayList<>())
          .add(member.cluster());
    }
    Approvals approvals = approvals();
    return members.entrySet().stream()
        .map(group -> candidates(group.getKey(), group.getValue(), approvals))
        .toList();
  }

  private Approvals approvals() {
    return Approvals.of(spec, after.requests().approvals(), hub, now);
  }

  private static ClusterGroup candidates(GroupKey group, List<String> names, Approvals approvals) {
    return new ClusterGroup(group, names, approvals.approved(group));
  }

  private List<ClusterRolloutStatus> known() {
    return after.clusters().stream()
        .filter(entry -> !starts.contains(entry.cluster()))
        .map(this::known)
        .toList();
  }

  private ClusterRolloutStatus known(ClusterState entry) {
    return switch (entry.stage()) {
      case STARTED, DISPATCHED ->
          released(entry)
              ? as(entry, ClusterStatus.SKIP)
              : as(entry, ClusterStatus.PROGRESSING)
                  // Before the hub has answered, no clock runs, not even one of 0s.
                  .since(
                      entry.hasClock()
                          ? Instant.ofEpochMilli(entry.clockStart())
                          : now.plusMillis(1));
      case SOAKING, SUCCEEDED ->
          ignored(entry)
              ? as(entry, ClusterStatus.SKIP)
              : overstays(entry)
                  ? as(entry, ClusterStatus.PROGRESSING).since(soakEnd(entry))
                  : as(entry, ClusterStatus.SUCCEEDED)
                      .since(soakStart(entry))
                      .withMinSoak(floor(entry));
      case FAILED, TIMED_OUT ->
          as(entry, ignored(entry) ? ClusterStatus.SKIP : ClusterStatus.TIME_OUT);
      case NEW_CLUSTER -> as(entry, ClusterStatus.SKIP);
    };
  }

  private ClusterRolloutStatus as(ClusterState entry, ClusterStatus status) {
    return ClusterRolloutStatus.of(entry.cluster(), after.groups().get(entry.group()), status);
  }

  private boolean ignored(ClusterState entry) {
    return hub.fleet().ignored().contains(entry.cluster()) || skipped(entry);
  }

  private boolean skipped(ClusterState entry) {
    return hub.intent().skippedIn(spec.rolloutUid()).containsKey(entry.cluster())
        || after.requests().skipped().contains(entry.cluster());
  }

  private boolean released(ClusterState entry) {
    boolean noDeadline = spec.strategy().progressDeadline().isEmpty();
    return ignored(entry) && entry.hasClock() && (noDeadline || skipped(entry) || late(entry));
  }

  /** Once final, a soak is over whatever it took. */
  private Instant soakStart(ClusterState entry) {
    return entry.stage() == Stage.SOAKING
        ? entry.sinceInstant()
        : entry.sinceInstant().minus(spec.soak(entry.is(ClusterFlag.WEAK)));
  }

  private Duration floor(ClusterState entry) {
    return entry.stage() == Stage.SOAKING ? spec.floor(entry.is(ClusterFlag.WEAK)) : Duration.ZERO;
  }

  private void starts(SelectionResult selection) {
    List<String> turn =
        selection.rollout().stream()
            .filter(entry -> entry.status().equals(ClusterStatus.TO_APPLY.label()))
            .filter(this::approved)
            .map(ResultEntry::cluster)
            .filter(cluster -> !absent(cluster))
            .filter(this::open)
            .toList();
    boolean mayStart =
        after.outcome().isEmpty()
            && hub.refusal().isEmpty()
            && hub.fleet().incoherent().isEmpty()
            && !hub.intent().paused()
            && !after.requests().paused()
            && after.informed();
    if (spec.strategy().type() != StrategyType.PROGRESSIVE && !hub.checks().isEmpty()) {
      // What has passed when is known from the answers alone.
      assertThat(mayStart ? turn : List.<String>of()).as("the turn").containsAll(starts);
      return;
    }
    if (held() && spec.strategy().type() == StrategyType.PROGRESSIVE) {
      // One whose window is open takes the place of one that comes before it by name.
      return;
    }
    assertThat(starts)
        .as("the function's turn")
        .containsExactlyInAnyOrderElementsOf(mayStart ? turn : List.of());
  }

  /** Returns whether more than the strategy may keep clusters from starting. */
  private boolean held() {
    return hub.schedule().isPresent() || !hub.checks().isEmpty() || hub.approvals().isPresent();
  }

  /** Returns whether the rules that cover its group are met, of which the function knows none. */
  private boolean approved(ResultEntry entry) {
    return approvals().verdict(entry.group()).map(ApprovalVerdict::met).orElse(true);
  }

  private boolean open(String cluster) {
    return hub.schedule().map(times -> times.open(cluster, now)).orElse(true);
  }

  private void breach(SelectionResult selection) {
    if (before.breach().isEmpty() && hub.fleet().incoherent().isEmpty()) {
      assertThat(after.breach().isPresent())
          .as("the function's breach")
          .isEqualTo(selection.breach() || !selection.overTolerance().isEmpty());
    }
  }

  private void wake(SelectionResult selection) {
    Optional<Instant> recheckAt = selection.recheckAfter().map(now::plus);
    boolean retries =
        after.clusters().stream()
                .anyMatch(entry -> entry.stage() == Stage.STARTED || entry.next() != 0)
            || after.waiting().stream().anyMatch(entry -> entry.refused() != 0);
    boolean unanswered =
        after.clusters().stream()
            .anyMatch(entry -> entry.stage() == Stage.STARTED && entry.refused() == 0);
    if (retries || held()) {
      // The function counts a deadline from now where the hub has not answered.
      recheckAt
          .filter(at -> !unanswered)
          .ifPresent(
              at -> assertThat(step.wakeAt().orElseThrow()).as("a retry").isBeforeOrEqualTo(at));
    } else {
      assertThat(step.wakeAt()).as("the function's recheck").isEqualTo(recheckAt);
    }
  }
}
