package io.sluice.forecast;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/** Approves the groups of an attempt as a profile says. */
final class AnsweringPeople {
  private static final String BY = "a person";

  private final FleetProfile profile;
  private final CourseRecorder recorder;
  private final Set<String> scheduled = new HashSet<>();
  private final PriorityQueue<Approval> due =
      new PriorityQueue<>(
          Comparator.comparing(Approval::at).thenComparing(approval -> approval.group().label()));

  private record Approval(GroupKey group, Optional<Instant> asked, Instant at) {}

  AnsweringPeople(FleetProfile profile, CourseRecorder recorder) {
    this.profile = profile;
    this.recorder = recorder;
  }

  /** Schedules what is approved some time after the start, or because the attempt waits for it. */
  void enter(AttemptState state, Progress progress, Instant now) {
    for (Progress.Group group : progress.groups()) {
      if (!group.approved()
          && profile.approval(group.key()) instanceof ApprovalAnswer.AfterStart answer) {
        schedule(group, Optional.empty(), state.startedAt().plus(answer.time()));
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
  Optional<Instant> next() {
    return Optional.ofNullable(due.peek()).map(Approval::at);
  }

  /** Returns the state with the approvals given by now. */
  AttemptState approve(AttemptState state, Instant now) {
    AttemptState next = state;
    while (!due.isEmpty() && !due.peek().at().isAfter(now)) {
      Approval approval = due.poll();
      recorder.approved(approval.group().label(), approval.asked(), now);
      Optional<String> name =
          approval.group().named() ? Optional.of(approval.group().name()) : Optional.empty();
      // By message, as such an approval holds for this version, whatever the spec says.
      next =
          next.with(next.requests().plus(new RequestedApproval(name, BY, now, Optional.empty())));
    }
    return next;
  }
}
