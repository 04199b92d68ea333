package io.sluice.plan.check;

import io.sluice.check.CheckAnswer;
import io.sluice.check.CheckState;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps what an attempt knows of its checks while one step lasts (between-waves 3). */
public final class CheckTracker {
  private final AttemptState attempt;
  private final HubSnapshot hub;
  private final ClusterTracker tracker;
  private final Membership members;
  private CheckState state;

  public CheckTracker(
      AttemptState attempt, HubSnapshot hub, ClusterTracker tracker, Membership members) {
    this.attempt = attempt;
    this.hub = hub;
    this.tracker = tracker;
    this.members = members;
    this.state = attempt.checkState();
  }

  /** Enters answers. What was asked by another rule counts no more; refusals change nothing. */
  public void enter(List<CheckAnswer> answers) {
    for (CheckAnswer answer : answers) {
      state = state.after(answer);
    }
    if (hub.refusal().isEmpty()) {
      state = state.only(hub.checks());
    }
    if (!hub.checks().isEmpty() && hub.fleet().incoherent().isEmpty()) {
      state = state.first(firstGroup());
    }
  }

  private Optional<GroupKey> firstGroup() {
    List<GroupKey> order = members.groups().order();
    return order.stream()
        .filter(attempt.spec().strategy()::mandatory)
        .findFirst()
        .or(() -> order.stream().findFirst());
  }

  public CheckState state() {
    return state;
  }

  /** Judges by what has started until now. */
  public CheckJudge judge(SlotRule slots, Instant now) {
    return CheckJudge.of(
        attempt.spec(),
        hub.checks(),
        state,
        members.groups().order(),
        tracker,
        slots,
        members.waiting(),
        now);
  }
}
