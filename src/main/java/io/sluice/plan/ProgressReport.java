package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts into words and numbers where an attempt stands (rollout-strategy 1.3, 1.4 and 5). */
final class ProgressReport {
  private static final int MOST_EXCEPTIONS = 100;

  private final Sight sight;
  private final AttemptState state;
  private final HubView hub;
  private final Ledger ledger;
  private final Membership members;
  private final Approvals approvals;

  ProgressReport(Sight sight) {
    this.sight = sight;
    this.state = sight.state();
    this.hub = sight.hub();
    this.ledger = sight.ledger();
    this.members = sight.members();
    this.approvals = sight.approvals();
  }

  Progress of(Optional<Instant> wakeAt) {
    List<Progress.Group> groups = new ArrayList<>();
    members.groups().forEach((key, clusters) -> groups.add(group(key, clusters)));
    Counts fleet = groups.stream().map(Progress.Group::counts).reduce(Counts.ZERO, Counts::plus);
    Phase phase = phase(fleet);
    List<ClusterException> exceptions = new Exceptions(sight).list();
    return new Progress(
        rolloutStatus(fleet),
        phase,
        state.outcome(),
        new WaitingFor(sight).sentence(phase),
        state.startedAt(),
        state.endedAt(),
        wakeAt,
        groups,
        fleet,
        succeeded(false),
        succeeded(true),
        exceptions.subList(0, Math.min(MOST_EXCEPTIONS, exceptions.size())),
        Math.max(0, exceptions.size() - MOST_EXCEPTIONS),
        approvals.told(members.groups().keySet()),
        approvals.unmatched(members.groups().keySet()),
        state.wishes().paused());
  }

  private Progress.Group group(GroupKey key, List<String> clusters) {
    Counts counts = clusters.stream().map(this::count).reduce(Counts.ZERO, Counts::plus);
    return new Progress.Group(key, approvals.approved(key), tolerated(key, clusters), counts);
  }

  private long tolerated(GroupKey key, List<String> clusters) {
    if (state.spec().strategy().mandatory(key)) {
      return 0;
    }
    return state.spec().strategy().maxFailures().toleranceOf(clusters.size());
  }

  private Counts count(String cluster) {
    if (members.ignored(cluster)) {
      return Counts.oneIgnored();
    }
    return ledger.of(cluster).map(entry -> Counts.one(entry.stage())).orElse(Counts.oneToApply());
  }

  private long succeeded(boolean weak) {
    return ledger.entries().stream()
        .filter(entry -> entry.stage() == Stage.SOAKING || entry.stage() == Stage.SUCCEEDED)
        .filter(entry -> entry.is(Mark.WEAK) == weak && !members.ignored(entry.cluster()))
        .count();
  }

  private Phase phase(Counts fleet) {
    if (done(fleet)) {
      return Phase.DONE;
    }
    if (state.breach().isPresent()) {
      return Phase.HALTED;
    }
    if (hub.intent().paused() || state.wishes().paused()) {
      return Phase.PAUSED;
    }
    List<ClusterState> inFlight =
        ledger.entries().stream()
            .filter(entry -> Handover.holds(entry, state.spec(), members, sight.now()))
            .toList();
    boolean incoherent = hub.fleet().incoherent().isPresent();
    if (hub.refusal().isPresent() || members.isEmpty() || incoherent && inFlight.isEmpty()) {
      return Phase.PENDING;
    }
    if (inFlight.stream().anyMatch(entry -> entry.stage() != Stage.SOAKING)) {
      return Phase.PROGRESSING;
    }
    if (!inFlight.isEmpty()) {
      return Phase.SOAKING;
    }
    return onlyApprovalsHold() ? Phase.WAITING_FOR_APPROVAL : Phase.PROGRESSING;
  }

  private boolean done(Counts fleet) {
    boolean allFinal = fleet.progressing() + fleet.soaking() + fleet.toApply() == 0;
    return state.outcome().filter(end -> end.leavesClustersBehind() || allFinal).isPresent();
  }

  private boolean onlyApprovalsHold() {
    List<GroupKey> unstarted =
        members.groups().entrySet().stream()
            .filter(this::hasUnstarted)
            .map(Map.Entry::getKey)
            .toList();
    return !unstarted.isEmpty() && unstarted.stream().noneMatch(approvals::approved);
  }

  private boolean hasUnstarted(Map.Entry<GroupKey, List<String>> group) {
    return group.getValue().stream().anyMatch(cluster -> ledger.of(cluster).isEmpty());
  }

  /** Rollout-strategy 1.4, rules 1 and 3 to 7; 2 concerns policies without an attempt. */
  private Optional<String> rolloutStatus(Counts fleet) {
    boolean told = hub.root().filter(root -> root.staged() && !root.disabled()).isPresent();
    if (!told || members.isEmpty()) {
      return Optional.empty();
    }
    if (state.outcome().isPresent() && state.outcome().get() != Outcome.SUPERSEDED) {
      return Optional.of(
          state.outcome().get() == Outcome.SUCCEEDED
              ? Outcome.SUCCEEDED.word()
              : Outcome.FAILED.word());
    }
    boolean kept = state.spec().mode() == Mode.KEEP_PREVIOUS && !state.spec().allAtOnce();
    return Optional.of(kept && !state.begun() ? "ToApply" : "Progressing");
  }
}
