package io.sluice.workflow;

import io.sluice.check.CheckAnswer;
import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.check.DueCheck;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.CheckActivities.CheckQuestion;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks checks in the background, at most {@value #MOST} at a time, and adds each answer to the
 * buffer (between-waves K4).
 *
 * <p>What finds no free place is asked after the next answer, if it is due still. No run waits for
 * an answer before it ends or goes on as another: that one asks again.
 */
final class CheckCalls {
  private static final int MOST = 4;

  /** What a worker may take to begin, and to answer after the time of the question. */
  private static final Duration SPARE = Duration.ofSeconds(20);

  /** A question that failed is asked again after its interval, not before. */
  private static final RetryOptions ONCE = RetryOptions.newBuilder().setMaximumAttempts(1).build();

  private final AttemptRef attempt;
  private final SignalBuffer buffer;
  private final Set<CheckKey> asked = new HashSet<>();

  CheckCalls(AttemptRef attempt, SignalBuffer buffer) {
    this.attempt = attempt;
    this.buffer = buffer;
  }

  /** Asks what is due, and not asked already. */
  void ask(List<DueCheck> due, Progress progress) {
    for (DueCheck question : due) {
      if (asked.size() < MOST && asked.add(question.key())) {
        ask(question, counts(progress, question.key().group()));
      }
    }
  }

  private static Counts counts(Progress progress, GroupKey group) {
    return progress.groups().stream()
        .filter(entry -> entry.key().equals(group))
        .map(Progress.Group::counts)
        .findFirst()
        .orElse(Counts.ZERO);
  }

  private void ask(DueCheck question, Counts clusters) {
    CheckKey key = question.key();
    Instant at = RolloutRun.now();
    Async.function(activities(question)::ask, new CheckQuestion(attempt, key, clusters))
        .handle(
            (reply, failure) -> {
              asked.remove(key);
              reply(reply, failure)
                  .ifPresent(known -> buffer.answered(new CheckAnswer(key, at, known)));
              return null;
            });
  }

  /** Empty if the run is canceled: it asks no more. */
  private static Optional<CheckReply> reply(CheckReply reply, RuntimeException failure) {
    if (failure == null) {
      return Optional.of(reply);
    }
    return failure.getCause() instanceof CanceledFailure
        ? Optional.empty()
        : Optional.of(CheckReply.none(why(failure)));
  }

  /** A worker that does not ask checks, or was killed while it did, is no answer (K2). */
  private static String why(RuntimeException failure) {
    return failure.getCause() instanceof TimeoutFailure
        ? "no worker has answered in time"
        : "the question failed: "
            + (failure.getCause() == null ? failure : failure.getCause()).getMessage();
  }

  private static CheckActivities activities(DueCheck question) {
    CheckKey key = question.key();
    return Workflow.newActivityStub(
        CheckActivities.class,
        ActivityOptions.newBuilder()
            .setTaskQueue(Workflow.getInfo().getTaskQueue() + HubName.CHECKS)
            .setScheduleToCloseTimeout(question.timeout().plus(SPARE).plus(SPARE))
            .setStartToCloseTimeout(question.timeout().plus(SPARE))
            .setHeartbeatTimeout(HubCalls.HEARTBEAT)
            .setRetryOptions(ONCE)
            .setSummary(
                "ask %s %s %s".formatted(key.check(), key.stage().label(), key.group().label()))
            .build());
  }
}
