package io.sluice.forecast;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/** Decides when the groups of an attempt are approved, as a profile says. */
public final class ApprovalSchedule {
  private final FleetProfile profile;
  private final Set<String> scheduled = new HashSet<>();
  private final PriorityQueue<Approval> due =
      new PriorityQueue<>(
          Comparator.comparing(Approval::at).thenComparing(approval -> approval.group().label()));

  /**
   * Holds an approval that is to be given.
   *
   * @param asked when the attempt began to wait for it; absent: it did not
   */
  public record Approval(GroupKey group, Optional<Instant> asked, Instant at) {}

  public ApprovalSchedule(FleetProfile profile) {
    this.profile = profile;
  }

  /** Schedules what is approved some time after the start, or because the attempt waits for it. */
  public void enter(Progress progress, Instant now) {
    for (Progress.Group group : progress.groups()) {
      if (!group.approved()
          && profile.approval(group.key()) instanceof ApprovalAnswer.AfterStart answer) {
        schedule(group, Optional.empty(), progress.startedAt().plus(answer.time()));
      }
    }
    if (progress.phase() == Phase.WAITING_FOR_APPROVAL) {
      progress.groups().stream()
          .filter(group -> !group.approved() && group.counts().toApply() > 0)
          .filter(group -> profile.approval(group.key()) instanceof ApprovalAnswer.AfterAsked)
          .findFirst()
          .ifPresent(group -> ask(group, now));
    }
  }

  private void ask(Progress.Group group, Instant now) {
    if (profile.approval(group.key()) instanceof ApprovalAnswer.AfterAsked answer) {
      schedule(group, Optional.of(now), now.plus(answer.time()));
    }
  }

  private void schedule(Progress.Group group, Optional<Instant> asked, Instant at) {
    if (scheduled.add(group.label())) {
      due.add(new Approval(group.key(), asked, at));
    }
  }

  /** Returns when the next approval is given. */
  public Optional<Instant> next() {
    return Optional.ofNullable(due.peek()).map(Approval::at);
  }

  /** Returns the approvals that are given by now, once. */
  public List<Approval> take(Instant now) {
    List<Approval> given = new ArrayList<>();
    while (!due.isEmpty() && !due.peek().at().isAfter(now)) {
      given.add(due.poll());
    }
    return given;
  }
}
