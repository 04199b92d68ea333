package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.StrategyType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Holds one step against the invariants of rollout-strategy 7 that need no memory. */
final class StepChecks {
  private final AttemptSpec spec;
  private final AttemptState before;
  private final HubView hub;
  private final Step step;
  private final Instant now;
  private final Set<String> starts;
  private final Map<GroupKey, Set<String>> groups = new TreeMap<>();
  private final Map<String, ClusterState> entries = new HashMap<>();

  StepChecks(AttemptState before, HubView hub, Step step, Instant now) {
    this.spec = before.spec();
    this.before = before;
    this.hub = hub;
    this.step = step;
    this.now = now;
    this.starts = Entries.starts(before, step);
    gather();
  }

  private void gather() {
    Set<String> placed = new HashSet<>();
    for (ClusterState entry : step.state().clusters()) {
      placed.add(entry.cluster());
      entries.put(entry.cluster(), entry);
      in(step.state().groups().get(entry.group())).add(entry.cluster());
    }
    for (Waiting entry : step.state().waiting()) {
      assertThat(placed.add(entry.cluster())).as("I10: once, %s", entry).isTrue();
      in(step.state().groups().get(entry.group())).add(entry.cluster());
    }
    if (hub.fleet().incoherent().isPresent()) {
      return;
    }
    List<DecisionGroup> order = new ArrayList<>(hub.fleet().groups());
    order.sort(Comparator.comparing(DecisionGroup::key));
    for (DecisionGroup group : order) {
      for (String cluster : group.clusters()) {
        if (placed.add(cluster)) {
          in(group.key()).add(cluster);
        }
      }
    }
  }

  private Set<String> in(GroupKey group) {
    return groups.computeIfAbsent(group, key -> new HashSet<>());
  }

  void all() {
    writes();
    concurrency();
    order();
    breach();
    counts();
    removed();
    wake();
    words();
  }

  private Optional<ClusterState> entry(String cluster) {
    return Optional.ofNullable(entries.get(cluster));
  }

  private boolean ignored(String cluster) {
    return hub.fleet().ignored().contains(cluster);
  }

  private boolean released(ClusterState entry) {
    boolean waits = entry.stage() == Stage.STARTED || entry.stage() == Stage.DISPATCHED;
    return ignored(entry.cluster())
        && (!waits
            || spec.strategy().progressDeadline().isEmpty()
                && (entry.dispatched() | entry.refused()) != 0
            || entry.is(Mark.LOOKED) && expiry(entry).filter(end -> !end.isAfter(now)).isPresent());
  }

  private Optional<Instant> expiry(ClusterState entry) {
    long clock =
        switch (entry.stage()) {
          case DISPATCHED -> entry.dispatched();
          case STARTED -> entry.refused();
          default -> 0;
        };
    return clock == 0
        ? Optional.empty()
        : spec.strategy().progressDeadline().map(Instant.ofEpochMilli(clock)::plus);
  }

  private boolean inFlight(String cluster) {
    return entry(cluster).filter(held -> held.inFlight() && !released(held)).isPresent();
  }

  private boolean failed(String cluster) {
    return !ignored(cluster) && entry(cluster).filter(held -> held.stage().isFailure()).isPresent();
  }

  private boolean holds(Set<String> clusters) {
    return clusters.stream()
        .anyMatch(cluster -> inFlight(cluster) || entry(cluster).isEmpty() || starts(cluster));
  }

  private boolean starts(String cluster) {
    return starts.contains(cluster);
  }

  private GroupKey groupOf(String cluster) {
    return step.state().groups().get(entry(cluster).orElseThrow().group());
  }

  private void writes() {
    List<String> written = Entries.dispatched(step);
    assertThat(written).as("I13: once").doesNotHaveDuplicates();
    for (String cluster : written) {
      assertThat(entry(cluster).orElseThrow().stage()).as(cluster).isEqualTo(Stage.STARTED);
      Entries.of(before, cluster)
          .ifPresent(
              former -> assertThat(former.stage()).as("I13: " + cluster).isEqualTo(Stage.STARTED));
    }
    if (hub.refusal().isPresent()) {
      assertThat(written).as("I23: no write under refused settings").isEmpty();
    }
    if (step.state().breach().isPresent()) {
      assertThat(written).as("I8: no write under a breach").isEmpty();
    }
    if (Entries.closes(step)) {
      assertThat(written).as("no write after the end").isEmpty();
    }
    if (hub.intent().paused()
        || hub.fleet().incoherent().isPresent()
        || before.outcome().isPresent()) {
      assertThat(starts).as("no start when paused, incoherent or ended").isEmpty();
    }
  }

  private void concurrency() {
    boolean outside =
        starts.stream().anyMatch(cluster -> !spec.strategy().mandatory(groupOf(cluster)));
    if (spec.strategy().type() != StrategyType.PROGRESSIVE || !outside) {
      return;
    }
    long total =
        groups.entrySet().stream()
            .filter(group -> !spec.strategy().mandatory(group.getKey()))
            .mapToLong(group -> group.getValue().size())
            .sum();
    long limit = spec.strategy().maxConcurrency().map(most -> most.limitOf(total)).orElse(total);
    long busy = step.state().clusters().stream().filter(held -> inFlight(held.cluster())).count();
    assertThat(busy).as("I1: in flight").isLessThanOrEqualTo(limit);
  }

  private void order() {
    if (spec.strategy().type() == StrategyType.ALL) {
      return;
    }
    for (String cluster : starts) {
      GroupKey own = groupOf(cluster);
      boolean mandatory = spec.strategy().mandatory(own);
      groups.forEach(
          (other, members) -> {
            boolean first = spec.strategy().mandatory(other);
            if (first && !mandatory) {
              assertThat(holds(members) || members.stream().anyMatch(this::failed))
                  .as("I3: %s starts before %s", cluster, other)
                  .isFalse();
            }
            if (spec.strategy().perGroup() && first == mandatory && !other.equals(own)) {
              assertThat(comesFirst(other, members, own) && holdsOpening(other, members))
                  .as("I2: %s starts before %s", cluster, other)
                  .isFalse();
            }
          });
      assertThat(mandatory || approved(own)).as("I4: approval for " + cluster).isTrue();
    }
  }

  private boolean byApproval(GroupKey group) {
    return spec.strategy().type() == StrategyType.MANUAL_PER_GROUP
        && !spec.strategy().mandatory(group);
  }

  private boolean comesFirst(GroupKey other, Set<String> members, GroupKey own) {
    boolean earlier = other.compareTo(own) < 0;
    if (!byApproval(own)) {
      return earlier;
    }
    boolean begun = begun(members);
    boolean ownBegun = begun(groups.get(own));
    return begun == ownBegun ? earlier : begun;
  }

  private boolean begun(Set<String> members) {
    return members.stream().anyMatch(cluster -> entry(cluster).isPresent() && !starts(cluster));
  }

  private boolean holdsOpening(GroupKey group, Set<String> members) {
    return byApproval(group) && !approved(group)
        ? members.stream().anyMatch(this::inFlight)
        : holds(members);
  }

  private boolean approved(GroupKey group) {
    if (spec.strategy().type() != StrategyType.MANUAL_PER_GROUP) {
      return true;
    }
    boolean byMessage =
        before.wishes().approvals().stream()
            .anyMatch(given -> given.groupName().orElse("").equals(group.name()));
    boolean bySpec =
        group.named()
            ? hub.intent().decisionGroups().stream()
                .anyMatch(given -> given.groupName().equals(group.name()))
            : hub.intent().ungroupedApproved();
    return byMessage || bySpec;
  }

  private void breach() {
    if (before.breach().isPresent() || hub.fleet().incoherent().isPresent()) {
      return;
    }
    boolean over = false;
    long all = 0;
    long clusters = 0;
    for (Map.Entry<GroupKey, Set<String>> group : groups.entrySet()) {
      Set<String> members = group.getValue();
      long failures = members.stream().filter(this::failed).count();
      boolean mandatory = spec.strategy().mandatory(group.getKey());
      long tolerated = mandatory ? 0 : spec.strategy().maxFailures().toleranceOf(members.size());
      over |= (mandatory || spec.strategy().perGroup()) && failures > tolerated;
      all += failures;
      clusters += members.size();
    }
    boolean tooMany = all > spec.strategy().maxFailures().toleranceOf(clusters);
    over |= spec.strategy().type() == StrategyType.PROGRESSIVE && tooMany;
    if (!Entries.closes(step) && !looksFirst()) {
      assertThat(step.state().breach().isPresent()).as("I8: breach").isEqualTo(over);
    }
    if (!over && spec.strategy().type() != StrategyType.ALL) {
      assertThat(step.state().outcome())
          .as("I8: outcome")
          .isNotEqualTo(Optional.of(Outcome.FAILED));
    }
  }

  /** True for a step that judges nobody, because it waits for a look at an overdue cluster. */
  private boolean looksFirst() {
    return step.state().clusters().stream()
        .filter(entry -> !entry.is(Mark.LOOKED))
        .anyMatch(entry -> expiry(entry).filter(end -> !end.isAfter(now)).isPresent());
  }

  private void counts() {
    Counts fleet = step.progress().counts();
    Counts sum =
        step.progress().groups().stream()
            .map(Progress.Group::counts)
            .reduce(Counts.ZERO, Counts::plus);
    assertThat(fleet).as("I10: sum of the groups").isEqualTo(sum);
    assertThat(fleet.clusters())
        .as("I10: each in one number")
        .isEqualTo(
            fleet.toApply()
                + fleet.progressing()
                + fleet.soaking()
                + fleet.succeeded()
                + fleet.failed()
                + fleet.timeOut()
                + fleet.newCluster()
                + fleet.ignored());
    assertThat(fleet.clusters())
        .as("I10: members")
        .isEqualTo(groups.values().stream().mapToLong(Set::size).sum());
  }

  private void removed() {
    if (hub.fleet().incoherent().isPresent()) {
      assertThat(Entries.names(step.state())).containsAll(Entries.names(before));
      return;
    }
    Set<String> there = new HashSet<>(hub.fleet().leaving());
    hub.fleet().groups().forEach(group -> there.addAll(group.clusters()));
    assertThat(there).as("I11: state").containsAll(Entries.names(step.state()));
    assertThat(there).as("I11: writes").containsAll(Entries.dispatched(step));
    assertThat(there)
        .as("I11: exceptions")
        .containsAll(step.progress().exceptions().stream().map(ClusterException::cluster).toList());
  }

  private void wake() {
    step.wakeAt().ifPresent(at -> assertThat(at).as("I16: wake").isAfter(now));
    if (Entries.closes(step) || looksFirst()) {
      return;
    }
    step.state().clusters().stream()
        .filter(entry -> !released(entry))
        .flatMap(
            entry ->
                entry.stage() == Stage.SOAKING
                    ? Optional.of(entry.sinceInstant().plus(spec.soak(entry.is(Mark.WEAK))))
                        .stream()
                    : expiry(entry).stream())
        .filter(now::isBefore)
        .min(Instant::compareTo)
        .ifPresent(
            next ->
                assertThat(step.wakeAt().orElse(Instant.MAX)).as("I16").isBeforeOrEqualTo(next));
  }

  private void words() {
    Progress progress = step.progress();
    if (progress.phase() == Phase.DONE || hub.claim() == HubView.Claim.LOST) {
      return;
    }
    assertThat(progress.waitingFor()).as("I18: " + progress.phase()).isNotBlank();
    if (progress.phase() == Phase.PROGRESSING || progress.phase() == Phase.SOAKING) {
      assertThat(step.state().clusters().stream().map(ClusterState::cluster))
          .as("I18: in flight while %s, %s in %s", progress, step.actions(), step.state())
          .anyMatch(cluster -> inFlight(cluster) || starts(cluster));
    }
  }
}
