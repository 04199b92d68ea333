package io.sluice.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hold.HoldKind;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Action;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Stage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks the reported progress: I10, I11, I18, groups, phases. */
final class ProgressChecks {
  private final StepView view;
  private final Progress reported;
  private final ModelFleet fleet;

  private ProgressChecks(StepView view, ModelFleet fleet) {
    this.view = view;
    this.reported = view.step.progress();
    this.fleet = fleet;
  }

  static void of(StepView view, Set<String> members, ModelFleet fleet) {
    ProgressChecks checks = new ProgressChecks(view, fleet);
    checks.members(members);
    checks.groups();
    checks.counts();
    checks.informCounts();
    checks.phase();
    checks.waitMessage();
    checks.rolloutStatus();
  }

  private void members(Set<String> members) {
    Invariant.I11.holds(
        members.containsAll(view.groupOf.keySet()),
        () -> "%s, but only %s are members".formatted(view.groupOf.keySet(), members));
    Invariant.I10.holds(
        view.groupOf.keySet().containsAll(members),
        () -> "%s are members, only %s known".formatted(members, view.groupOf.keySet()));
    Invariant.I11.holds(
        reported.exceptions().stream()
            .map(ClusterIssue::cluster)
            .allMatch(view.groupOf::containsKey),
        () -> "an exception of a removed cluster: " + reported.exceptions());
    Set<String> named = new TreeSet<>();
    Invariant.I10.holds(
        reported.exceptions().stream().allMatch(entry -> named.add(entry.cluster())),
        () -> "two exceptions of one cluster: " + reported.exceptions());
  }

  /**
   * A started cluster stays in its group; all others follow the snapshot, but into no group that
   * has begun.
   */
  private void groups() {
    if (view.hub.fleet().incoherent().isPresent()) {
      return;
    }
    Map<String, GroupKey> snapshot = new HashMap<>();
    view.hub.fleet().groups().stream()
        .sorted(Comparator.comparing(DecisionGroup::key))
        .forEach(
            group -> group.clusters().forEach(name -> snapshot.putIfAbsent(name, group.key())));
    Set<GroupKey> begun = new HashSet<>();
    view.before
        .clusters()
        .forEach(entry -> begun.add(view.step.state().groups().get(entry.group()).published()));
    for (Map.Entry<String, GroupKey> member : view.groupOf.entrySet()) {
      String cluster = member.getKey();
      GroupKey present = snapshot.get(cluster);
      boolean fresh = view.entry(cluster).isEmpty() || view.starts.contains(cluster);
      Invariant.PINNED.holds(
          !fresh
              || present == null
              || present.equals(member.getValue().published())
              || begun.contains(present) && waited(cluster, member.getValue()),
          () -> "%s waits in %s, is in %s".formatted(cluster, member.getValue(), present));
      ClusterLog log = view.log.clusters.get(cluster);
      if (!fresh && log != null) {
        log.group.ifPresent(
            group ->
                Invariant.PINNED.holds(
                    group.name().equals(member.getValue().name())
                        && group.placement().equals(member.getValue().placement())
                        && group.place().equals(member.getValue().place()),
                    () ->
                        "%s was started in %s, is counted in %s"
                            .formatted(cluster, group, member.getValue())));
      }
    }
  }

  private boolean waited(String cluster, GroupKey group) {
    return view.before.waiting().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .anyMatch(entry -> view.before.groups().get(entry.group()).place().equals(group.place()));
  }

  private void counts() {
    Counts fleetCounts = reported.counts();
    long inGroups = 0;
    for (Progress.Group group : reported.groups()) {
      Set<String> members = view.groups.getOrDefault(group.key(), Set.of());
      Invariant.I10.holds(
          group.counts().equals(counted(members)),
          () -> "%s counts %s, has %s".formatted(group.key(), group.counts(), members));
      inGroups += members.size();
    }
    Invariant.I10.holds(
        fleetCounts.equals(counted(view.groupOf.keySet())) && inGroups == fleetCounts.clusters(),
        () -> "the fleet counts %s".formatted(fleetCounts));
  }

  private void informCounts() {
    boolean expected =
        view.spec.mode() != PendingMode.KEEP_PREVIOUS
            && !view.allAtOnce()
            && view.step.state().outcome().isEmpty();
    for (Progress.Group group : reported.groups()) {
      Set<String> waiting = new TreeSet<>(view.groups.getOrDefault(group.key(), Set.of()));
      waiting.removeAll(view.entries.keySet());
      Optional<Progress.InformCounts> counts =
          expected && !waiting.isEmpty() ? Optional.of(shown(waiting)) : Optional.empty();
      Invariant.PENDING_COMPLIANCE.holds(
          group.inform().equals(counts),
          () -> "%s shows %s, not %s".formatted(group.key(), group.inform(), counts));
    }
  }

  private Progress.InformCounts shown(Set<String> waiting) {
    long comply = 0;
    long wouldChange = 0;
    for (String cluster : waiting) {
      Verdict verdict = view.log.shown.getOrDefault(cluster, Verdict.SILENT);
      comply += verdict == Verdict.POSITIVE ? 1 : 0;
      wouldChange += verdict == Verdict.NEGATIVE ? 1 : 0;
    }
    return new Progress.InformCounts(comply, wouldChange, waiting.size() - comply - wouldChange);
  }

  private Counts counted(Set<String> members) {
    long[] numbers = new long[8];
    for (String cluster : members) {
      numbers[view.ignored(cluster) ? 7 : place(view.entry(cluster))]++;
    }
    return new Counts(
        members.size(),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        numbers[7]);
  }

  private static int place(Optional<ClusterState> entry) {
    return entry
        .map(
            held ->
                switch (held.stage()) {
                  case STARTED, DISPATCHED -> 1;
                  case SOAKING -> 2;
                  case SUCCEEDED -> 3;
                  case FAILED -> 4;
                  case TIMED_OUT -> 5;
                  case NEW_CLUSTER -> 6;
                })
        .orElse(0);
  }

  private boolean busy() {
    return view.entries.keySet().stream().anyMatch(view::inFlight);
  }

  /** Rollout-strategy 1.3, first that applies. */
  private void phase() {
    Phase phase = reported.phase();
    Optional<Outcome> end = view.step.state().outcome();
    Counts counts = reported.counts();
    boolean settled = counts.toApply() + counts.progressing() + counts.soaking() == 0;
    boolean left =
        end.filter(how -> how == Outcome.SUPERSEDED || how == Outcome.ABORTED).isPresent();
    boolean done = left || end.isPresent() && settled;
    boolean paused = view.hub.intent().paused() || view.log.pausedByMessage;
    Optional<Phase> expected =
        done
            ? Optional.of(Phase.DONE)
            : view.step.state().breach().isPresent()
                ? Optional.of(Phase.HALTED)
                : paused ? Optional.of(Phase.PAUSED) : Optional.empty();
    Invariant.STATUS.holds(
        expected.isEmpty() || expected.get() == phase,
        () -> "the phase is %s, should be %s".formatted(phase, expected));
    if (expected.isPresent()) {
      return;
    }
    boolean refused = view.hub.refusal().isPresent() || view.groupOf.isEmpty();
    Invariant.STATUS.holds(
        !refused || phase == Phase.PENDING, () -> "refused or empty, but %s".formatted(phase));
    boolean waits =
        view.entries.values().stream()
            .anyMatch(entry -> entry.stage() != Stage.SOAKING && view.inFlight(entry.cluster()));
    Invariant.STATUS.holds(
        refused || !waits || phase == Phase.PROGRESSING,
        () -> "a cluster is in flight, but the phase is %s".formatted(phase));
    Invariant.STATUS.holds(
        refused || waits || !busy() || phase == Phase.SOAKING,
        () -> "a cluster soaks, but the phase is %s".formatted(phase));
  }

  private void waitMessage() {
    Phase phase = reported.phase();
    if (phase == Phase.DONE || view.hub.claim() == HubSnapshot.ClaimState.LOST) {
      return;
    }
    Invariant.I18.holds(!reported.waitingFor().isBlank(), () -> phase + " without a message");
    boolean stands =
        List.of(Phase.PAUSED, Phase.PENDING, Phase.HALTED, Phase.WAITING_FOR_APPROVAL)
            .contains(phase);
    boolean informs = !view.actions(Action.Provide.class).isEmpty();
    boolean leaves = view.leaves() || view.step.state().outcome().isPresent();
    Invariant.I18.holds(
        stands
            || busy()
            || informs
            || leaves
            || firstPass()
            || reported.heldByCalendar() && view.hub.schedule().isPresent()
            || reported.closed(HoldKind.CHECK) && !view.hub.checks().isEmpty()
            || view.groupOf.keySet().stream().anyMatch(view::departing),
        () ->
            "%s, but no cluster is in flight and none starts: %s"
                .formatted(phase, reported.waitingFor()));
  }

  /** Rollout-strategy 1.4, as far as it concerns a version that has an attempt. */
  private void rolloutStatus() {
    view.log.begun |= !view.entries.isEmpty();
    Optional<RootView> root = view.hub.root();
    boolean another =
        root.filter(known -> known.version().generation() != view.spec.version().generation())
            .isPresent();
    if (another || view.hub.claim() == HubSnapshot.ClaimState.LOST) {
      return;
    }
    boolean shown =
        root.filter(known -> known.staged() && !known.disabled()).isPresent()
            && !view.groupOf.isEmpty();
    Optional<String> expected = shown ? Optional.of(staged()) : Optional.empty();
    Invariant.STATUS.holds(
        reported.rolloutStatus().equals(expected),
        () -> "the status is %s, should be %s".formatted(reported.rolloutStatus(), expected));
  }

  private String staged() {
    Optional<Outcome> end = view.step.state().outcome();
    if (end.filter(how -> how != Outcome.SUPERSEDED).isPresent()) {
      return end.get() == Outcome.SUCCEEDED ? "Succeeded" : "Failed";
    }
    boolean kept = view.spec.mode() == PendingMode.KEEP_PREVIOUS && !view.allAtOnce();
    return kept && !view.log.begun ? "ToApply" : "Progressing";
  }

  /** Mode Inform: before the first cluster starts, all clusters must be informed. */
  private boolean firstPass() {
    return !view.step.state().informed()
        && view.spec.mode() == PendingMode.INFORM
        && reported.waitingFor().contains("as inform");
  }
}
