package io.sluice.plan.report;

import io.sluice.beside.PropagatorSilence;
import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.rollout.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Formats the sentence that says what an attempt waits for (rollout-strategy 5). */
final class WaitMessage {
  private static final String NOT_FOLLOWED = " OCM's propagator does not follow on %s: %s.";
  private static final String NOT_WRITTEN = " OCM's propagator has not written %s yet: %s.";

  private final Instant now;
  private final AttemptState state;
  private final HubSnapshot hub;
  private final ClusterTracker tracker;
  private final ClusterTimers timers;
  private final Membership members;
  private final SlotRule slots;
  private final Approvals approvals;
  private final StepContext context;

  WaitMessage(StepContext context) {
    this.context = context;
    this.now = context.now();
    this.state = context.state();
    this.hub = context.hub();
    this.tracker = context.tracker();
    this.timers = tracker.timers();
    this.members = context.members();
    this.slots = context.slots();
    this.approvals = context.approvals();
  }

  String of(Phase phase) {
    return switch (phase) {
      case DONE -> "";
      case HALTED -> halted();
      case PAUSED -> withRefusal(paused());
      case PENDING -> pending();
      case PROGRESSING -> progressing();
      case SOAKING -> soaking();
      case WAITING_FOR_APPROVAL -> approval();
    };
  }

  private String paused() {
    if (!state.requests().paused()) {
      return "Paused%s. %s"
          .formatted(
              hub.intent().pausedBy().map(by -> " by " + Wording.person(by)).orElse(""),
              FieldAdvice.resume());
    }
    String by = state.requests().pause().map(request -> request.byWhom(now)).orElse("by message");
    return hub.intent().paused()
        ? "Paused %s. It is also paused in spec.paused: set that to false, then send the update resume."
            .formatted(by)
        : "Paused %s. Send the update resume.".formatted(by);
  }

  /** Settings that are refused must not stay unseen until the rollout is resumed. */
  private String withRefusal(String message) {
    return hub.refusal().map(why -> message + " " + why).orElse(message);
  }

  private String pending() {
    return hub.refusal()
        .or(() -> hub.fleet().incoherent())
        .or(() -> hub.fleet().missing())
        .orElseGet(hub.fleet()::withoutClusters);
  }

  private String progressing() {
    Map<GroupKey, List<ClusterState>> waiting = inFlight(false);
    if (waiting.isEmpty()) {
      return hub.fleet().incoherent().orElseGet(this::firstPass);
    }
    List<String> parts = new ArrayList<>();
    int[] names = {Wording.MAX_NAMES};
    waiting.forEach(
        (group, entries) -> {
          parts.add(outstanding(group, entries, names[0]));
          names[0] = Math.max(0, names[0] - entries.size());
        });
    List<String> late = those(waiting.values(), ClusterFlag.NOT_FOLLOWED);
    List<String> unwritten = unwritten(waiting.values());
    boolean awaited = !late.isEmpty() || !unwritten.isEmpty();
    Optional<String> silence =
        hub.silentSince().filter(since -> awaited).map(since -> PropagatorSilence.text(since, now));
    return "%sWaiting for %s. %s%s%s%s%s"
        .formatted(
            silence.map(text -> text + " ").orElse(""),
            Wording.groups(parts, "; ", "; and %s"),
            nextDeadline(waiting.values()),
            predated(waiting.values()),
            late.isEmpty()
                ? ""
                : NOT_FOLLOWED.formatted(Wording.clusters(late.size()), Wording.names(late)),
            unwritten.isEmpty()
                ? ""
                : NOT_WRITTEN.formatted(
                    Wording.clusters(unwritten.size()), Wording.names(unwritten)),
            awaited && silence.isEmpty() ? " Look at the propagator." : "");
  }

  private static List<String> those(Collection<List<ClusterState>> waiting, ClusterFlag flag) {
    return waiting.stream()
        .flatMap(List::stream)
        .filter(entry -> entry.is(flag))
        .map(ClusterState::cluster)
        .toList();
  }

  /** Behind the gate they have their tickets, which the propagator does not use (gate 4.4). */
  private List<String> unwritten(Collection<List<ClusterState>> waiting) {
    return waiting.stream()
        .flatMap(List::stream)
        .filter(entry -> TicketDelay.over(hub, entry, now))
        .map(ClusterState::cluster)
        .toList();
  }

  private static String predated(Collection<List<ClusterState>> waiting) {
    List<String> predated = those(waiting, ClusterFlag.PREDATED);
    if (predated.isEmpty()) {
      return "";
    }
    return " Reports are dated before the dispatch: check the %s %s."
        .formatted(
            predated.size() == 1 ? "clock of cluster" : "clocks of clusters",
            Wording.names(predated));
  }

  private String nextDeadline(Collection<List<ClusterState>> waiting) {
    long next =
        waiting.stream()
            .flatMap(List::stream)
            .mapToLong(timers::expiry)
            .min()
            .orElse(ClusterTimers.NEVER);
    boolean followed =
        waiting.stream()
            .flatMap(List::stream)
            .anyMatch(entry -> !entry.is(ClusterFlag.NOT_FOLLOWED));
    if (!followed) {
      return "No deadline runs until OCM's propagator follows.";
    }
    if (next != ClusterTimers.NEVER) {
      return "The next deadline is " + at(next) + ".";
    }
    return state.spec().strategy().progressDeadline().isPresent()
        ? "Their deadlines run from the hub's acknowledgement."
        : "No deadline is set, so this waits until they report.";
  }

  private String at(long instant) {
    return Wording.at(Instant.ofEpochMilli(instant), now);
  }

  private String firstPass() {
    if (members.departing()) {
      return leaving();
    }
    List<String> uninformed =
        members.waiting().stream()
            .filter(entry -> !entry.answered())
            .map(PendingCluster::cluster)
            .toList();
    return state.informed() || uninformed.isEmpty()
        ? closed()
        : "Waiting for %s to get this version as inform: %s."
            .formatted(Wording.clusters(uninformed.size()), Wording.names(uninformed));
  }

  /** The groups whose turn it is, and that calendars or checks hold (between-waves 2 and 3). */
  private String closed() {
    List<String> parts = new ArrayList<>();
    members
        .groups()
        .sorted(members.waiting())
        .forEach(
            (group, unstarted) ->
                context.holds().of(group, unstarted).stream()
                    .findFirst()
                    .filter(hold -> hold.kind().closes())
                    .ifPresent(hold -> parts.add(hold.message())));
    return parts.isEmpty()
        ? "Waiting for the next step."
        : Wording.groups(parts, " ", " The same holds for %s.");
  }

  private String leaving() {
    List<String> names = members.leaving().stream().sorted(ByteOrder.NAMES).toList();
    Set<String> held = Set.copyOf(hub.fleet().closing());
    List<String> closing = names.stream().filter(held::contains).toList();
    List<String> deselected = names.stream().filter(name -> !held.contains(name)).toList();
    List<String> parts = new ArrayList<>();
    if (!deselected.isEmpty()) {
      parts.add(
          "Waiting for %s that no placement selects any more, until the grace is over: %s."
              .formatted(Wording.clusters(deselected.size()), Wording.names(deselected)));
    }
    if (!closing.isEmpty()) {
      parts.add(
          "Waiting for the PlacementBinding or Placement that is being deleted, and alone selects %s, to be gone: %s. Look at its finalizers."
              .formatted(Wording.clusters(closing.size()), Wording.names(closing)));
    }
    return String.join(" ", parts);
  }

  private String outstanding(GroupKey group, List<ClusterState> entries, int maxNames) {
    String text =
        "%d of %s in group %s to become %s"
            .formatted(
                entries.size(),
                Wording.clusters(members.groups().size(group)),
                group.label(),
                state.spec().policy().success());
    return maxNames == 0
        ? text
        : text + ": " + Wording.names(entries, ClusterState::cluster, maxNames);
  }

  private String soaking() {
    List<String> parts = new ArrayList<>();
    inFlight(true)
        .forEach(
            (group, entries) -> {
              List<ClusterState> away = entries.stream().filter(timers::overstays).toList();
              List<ClusterState> soaking =
                  entries.stream().filter(entry -> !timers.overstays(entry)).toList();
              soaking.stream()
                  .mapToLong(timers::soakEnd)
                  .max()
                  .ifPresent(end -> parts.add(soaking(group, soaking.size(), end)));
              if (!away.isEmpty()) {
                parts.add(confirming(group, away));
              }
            });
    return Wording.groups(parts, " ", " The same holds for %s.");
  }

  private String soaking(GroupKey group, int clusters, long end) {
    return "Soaking %s in group %s until %s."
        .formatted(Wording.clusters(clusters), group.label(), at(end));
  }

  private String confirming(GroupKey group, List<ClusterState> away) {
    long next = away.stream().mapToLong(timers::expiry).min().orElse(ClusterTimers.NEVER);
    return "Waiting for %s in group %s, whose soak is over, to be available: %s.%s"
        .formatted(
            Wording.clusters(away.size()),
            group.label(),
            Wording.names(away, ClusterState::cluster, Wording.MAX_NAMES),
            next == ClusterTimers.NEVER ? "" : " The next deadline is " + at(next) + ".");
  }

  private String approval() {
    Map<GroupKey, String> waiting = new LinkedHashMap<>();
    members
        .groups()
        .sorted(members.waiting())
        .forEach(
            (group, unstarted) -> {
              if (!approvals.approved(group)) {
                waiting.put(group, shown(unstarted));
              }
            });
    return new ApprovalMessage(approvals, hub.intent(), hub.root(), state.spec().policy())
        .of(waiting);
  }

  private String shown(List<PendingCluster> unstarted) {
    String clusters = Wording.clusters(unstarted.size());
    return state.spec().informsPending()
        ? clusters + ": " + Progress.InformCounts.of(unstarted).text()
        : clusters;
  }

  private String halted() {
    Strategy strategy = state.spec().strategy();
    List<String> scopes = new ArrayList<>();
    List<ClusterState> shown = new ArrayList<>();
    List<ClusterState> fleet = new ArrayList<>();
    members
        .groups()
        .sorted(tracker.filter(slots::failed))
        .forEach(
            (group, failed) -> {
              long tolerated = strategy.tolerance(group, members.groups().size(group));
              if ((strategy.perGroup() || strategy.mandatory(group)) && failed.size() > tolerated) {
                scopes.add(excess(failed.size(), " of group " + group.label(), tolerated));
                shown.addAll(failed);
              }
              fleet.addAll(failed);
            });
    if (scopes.isEmpty()) {
      long tolerated = strategy.maxFailures().toleranceOf(fleetSize());
      scopes.add(
          !strategy.perGroup() && fleet.size() > tolerated
              ? excess(fleet.size(), "", tolerated)
              : state.breach().orElse("more clusters failed than tolerated"));
      shown.addAll(fleet);
    }
    return "Halted: %s%s. %s"
        .formatted(
            Wording.groups(scopes, "; ", "; and %s"),
            names(shown),
            FieldAdvice.retry(state.spec().policy().content(), state.spec().rolloutUid()));
  }

  private static String names(List<ClusterState> failed) {
    return failed.isEmpty()
        ? ""
        : ": " + Wording.names(failed, entry -> entry.cluster() + " " + entry.stage().status());
  }

  private static String excess(long failures, String where, long tolerated) {
    return "%s%s failed, %d %s tolerated"
        .formatted(Wording.clusters(failures), where, tolerated, tolerated == 1 ? "is" : "are");
  }

  private long fleetSize() {
    return tracker.entries().size() + members.waiting().size();
  }

  private Map<GroupKey, List<ClusterState>> inFlight(boolean soaking) {
    return members
        .groups()
        .sorted(
            tracker.filter(
                entry -> (entry.stage() == Stage.SOAKING) == soaking && slots.takes(entry)));
  }
}
