package io.sluice.workflow;

import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.lifecycle.RepairStop;
import io.sluice.schedule.ScheduleTimes;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Observes the hub in the background, one observation at a time, and keeps the latest snapshot.
 *
 * <p>A signal that comes during an observation asks for another one. Until the answer is there the
 * run goes on with what it knows, so a slow hub delays neither a pause nor an abort.
 */
final class HubObserver {
  private static final Duration LEAST_BETWEEN = Duration.ofMinutes(1);

  private final HubCalls hub;
  private final SignalBuffer buffer;
  private final RolloutTarget policy;
  private List<GroupKey> groups;
  private Optional<HubSnapshot> snapshot = Optional.empty();
  private Optional<Departures> departures = Optional.empty();
  private Instant notBefore = Instant.MIN;
  private boolean underWay;

  /** Observes for a run whose policy has these groups, as far as is known before. */
  HubObserver(HubCalls hub, SignalBuffer buffer, RolloutTarget policy, List<GroupKey> groups) {
    this.hub = hub;
    this.buffer = buffer;
    this.policy = policy;
    this.groups = groups;
  }

  boolean isDue() {
    return buffer.isHubChanged() && !underWay;
  }

  void observeIfDue() {
    if (!isDue()) {
      return;
    }
    buffer.observing();
    underWay = true;
    hub.observe()
        .handle(
            (seen, failure) -> {
              observed(seen, failure);
              return null;
            });
  }

  private void observed(HubSnapshot seen, RuntimeException failure) {
    underWay = false;
    if (failure == null) {
      enter(seen);
      departures = buffer.takeDepartures().or(() -> departures);
      buffer.wake();
    } else {
      buffer.failed(failure);
    }
  }

  private void enter(HubSnapshot seen) {
    snapshot = Optional.of(seen);
    // Whatever the clock of the worker that looked: no hot loop.
    notBefore = RolloutRun.now().plus(LEAST_BETWEEN);
    groups = seen.fleet().groups().stream().map(DecisionGroup::key).sorted().distinct().toList();
  }

  /**
   * Returns when the snapshot is too old to go on with: calendars are known for some days only
   * (between-waves C7). Absent while an observation is on its way.
   */
  Optional<Instant> oldAt() {
    return snapshot
        .filter(seen -> !underWay && !buffer.isHubChanged())
        .flatMap(HubSnapshot::schedule)
        .map(ScheduleTimes::refreshAt)
        .map(at -> at.isBefore(notBefore) ? notBefore : at);
  }

  /** Asks for another observation once the snapshot is old. */
  void askAgainIfOld(Instant now) {
    if (oldAt().filter(at -> !now.isBefore(at)).isPresent()) {
      buffer.hubChanged();
    }
  }

  /** Waits for the first observation. */
  void awaitFirst() {
    observeIfDue();
    Workflow.await(() -> snapshot.isPresent() || !underWay);
  }

  /** Observes once more if no snapshot is known, for the end of a canceled run. */
  void observeAtLast() {
    if (snapshot.isEmpty()) {
      observeAgain();
    }
  }

  /** Observes at once, and waits for the answer. */
  void observeAgain() {
    enter(hub.observe().get());
  }

  /** Returns which clusters had left before the last observation; once. */
  Optional<Departures> takeDepartures() {
    Optional<Departures> taken = departures;
    departures = Optional.empty();
    return taken;
  }

  HubSnapshot snapshot() {
    return known().orElseThrow();
  }

  /** Returns the snapshot with what the controller has sent; empty until the first observation. */
  Optional<HubSnapshot> known() {
    return snapshot.map(seen -> RepairStop.seen(seen, policy, buffer.undone()));
  }

  /** Returns the Rollout's spec as observed last. */
  Intent intent() {
    return snapshot.map(HubSnapshot::intent).orElse(Intent.NONE);
  }

  /** Returns the rules of approvals, as observed last. */
  List<ApprovalRule> approvalRules() {
    return snapshot.flatMap(HubSnapshot::approvals).map(RuledApprovals::rules).orElse(List.of());
  }

  /** Returns the groups that the placements declare, as observed last. */
  List<GroupKey> groups() {
    return groups;
  }
}
