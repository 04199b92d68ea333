package io.sluice.workflow;

import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Progress;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.LookAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Calls the hub from a run, and gives every call a summary for Temporal's timeline: what is done,
 * and why.
 *
 * <p>A call whose worker has vanished is repeated after {@link #HEARTBEAT}. A batch answers within
 * 30 s; one that fails for {@link #BATCH_IN_ALL} is given up, so that nothing is written on a
 * decision that is long past.
 */
final class HubCalls {
  /** More than a worker on a busy machine is ever silent: it beats every second. */
  static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /** The 30 s of a batch, and what its last requests need on a slow hub. */
  static final Duration BATCH = Duration.ofMinutes(1);

  static final Duration BATCH_IN_ALL = Duration.ofSeconds(90);

  private static final Duration QUICK = Duration.ofMinutes(1);
  private static final int LONGEST_SUMMARY = 120;
  private static final RetryOptions RETRY =
      RetryOptions.newBuilder()
          .setInitialInterval(Duration.ofSeconds(1))
          .setMaximumInterval(Duration.ofSeconds(30))
          .build();

  private final AttemptRef attempt;

  HubCalls(AttemptRef attempt) {
    this.attempt = attempt;
  }

  RolloutTarget policy() {
    return attempt.policy();
  }

  ClaimAnswer claim() {
    return quick("claim Rollout " + attempt.policy().rolloutName()).claim(attempt);
  }

  Promise<HubSnapshot> observe() {
    return Async.function(
        quick("observe " + attempt.policy().noun() + " " + attempt.policy())::observe, attempt);
  }

  Promise<Void> publish(StatusUpdate update) {
    return Async.procedure(quick(brief(update.progress()))::publish, update);
  }

  private static String brief(Progress progress) {
    String phase = progress.outcome().map(Object::toString).orElse(progress.phase().label());
    return progress.waitSummary().isEmpty() ? phase : phase + ": " + progress.waitSummary();
  }

  /** Returns a batch; of the instants it holds those of its clusters. */
  Batch batch(String label, List<String> clusters, SortedMap<String, Instant> dispatchedAt) {
    SortedMap<String, Instant> instants = new TreeMap<>(dispatchedAt);
    instants.keySet().retainAll(clusters);
    return new Batch(attempt, label, clusters, instants);
  }

  Promise<BatchAnswer> dispatch(Batch batch, String because) {
    return Async.function(batched(summary("write", batch, true, because))::dispatch, batch);
  }

  Promise<BatchAnswer> provide(PendingContentBatch pending, String because) {
    String summary = summary("provide", pending.batch(), false, because);
    return Async.function(batched(summary)::provide, pending);
  }

  Promise<BatchAnswer> takeBack(Batch batch, String because) {
    return Async.function(batched(summary("take back", batch, false, because))::takeBack, batch);
  }

  Promise<LookAnswer> look(Batch batch, String because) {
    return Async.function(batched(summary("look at", batch, false, because))::look, batch);
  }

  /** Returns whether a call failed for good, as when another attempt owns the Rollout object. */
  static boolean endsRun(RuntimeException failure) {
    return !(failure instanceof ActivityFailure)
        || failure.getCause() instanceof ApplicationFailure cause && cause.isNonRetryable();
  }

  static boolean claimLost(RuntimeException failure) {
    return failure.getCause() instanceof ApplicationFailure cause
        && HubActivities.CLAIM_LOST.equals(cause.getType());
  }

  /**
   * Formats a summary: {@code write 5 clusters of dev: 2 in flight of maxConcurrency 4: 2 more may
   * start}, or {@code write c1 of dev: ...} for one cluster.
   */
  static String summary(String verb, Batch batch, boolean ofGroup, String because) {
    List<String> clusters = batch.clusters();
    String what = clusters.size() == 1 ? clusters.get(0) : clusters.size() + " clusters";
    String of = ofGroup ? " of " + batch.label() : "";
    return cut(verb + " " + what + of + (because.isEmpty() ? "" : ": " + because));
  }

  private static String cut(String summary) {
    return summary.length() <= LONGEST_SUMMARY
        ? summary
        : summary.substring(0, LONGEST_SUMMARY - 1) + "…";
  }

  private static HubActivities quick(String summary) {
    return stub(
        summary,
        ActivityOptions.newBuilder().setStartToCloseTimeout(QUICK).setHeartbeatTimeout(HEARTBEAT));
  }

  private static HubActivities batched(String summary) {
    return stub(
        summary,
        ActivityOptions.newBuilder()
            .setStartToCloseTimeout(BATCH)
            .setScheduleToCloseTimeout(BATCH_IN_ALL)
            .setHeartbeatTimeout(HEARTBEAT));
  }

  /** A canceled call is awaited, so that no write of a run lands after its end. */
  private static HubActivities stub(String summary, ActivityOptions.Builder options) {
    return Workflow.newActivityStub(
        HubActivities.class,
        options
            .setRetryOptions(RETRY)
            .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
            .setSummary(cut(summary))
            .build());
  }
}
