package io.sluice.workflow;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.Action;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Calls the hub from a run: cuts work into batches, keeps a few of them under way, and gives every
 * call a summary for Temporal's timeline: what is done, and why.
 */
final class HubCalls {
  private static final int MOST_BATCHES_UNDER_WAY = 4;
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

  PolicyName policy() {
    return attempt.policy();
  }

  ClaimAnswer claim() {
    return quick("claim Rollout " + attempt.policy().rolloutName()).claim(attempt);
  }

  HubSnapshot observe() {
    return quick("observe policy " + attempt.policy()).observe(attempt);
  }

  void publish(
      Progress progress, boolean runOpen, List<String> warnings, Optional<String> because) {
    quick(brief(progress)).publish(new StatusUpdate(attempt, progress, runOpen, warnings, because));
  }

  private static String brief(Progress progress) {
    String phase = progress.outcome().map(Object::toString).orElse(progress.phase().label());
    return progress.waitSummary().isEmpty() ? phase : phase + ": " + progress.waitSummary();
  }

  List<BatchAnswer> dispatch(List<Action.Dispatch> actions) {
    return underWay(
        actions.stream()
            .flatMap(
                action ->
                    calls("write", action.label(), true, action.clusters(), action.because())
                        .stream())
            .toList(),
        call -> Async.function(slow(call.summary())::dispatch, call.batch()));
  }

  List<BatchAnswer> provide(Action.Provide action) {
    return underWay(
        calls("provide", "waiting", false, action.clusters(), action.because()),
        call ->
            Async.function(
                slow(call.summary())::provide,
                new PendingContentBatch(call.batch(), action.content())));
  }

  List<BatchAnswer> takeBack(Action.TakeBack action) {
    return underWay(
        calls("take back", "unreachable", false, action.clusters(), action.because()),
        call -> Async.function(slow(call.summary())::takeBack, call.batch()));
  }

  List<Report> look(Action.Look action) {
    return underWay(
            calls("look at", "deadline", false, action.clusters(), action.because()),
            call -> Async.function(slow(call.summary())::look, call.batch()))
        .stream()
        .flatMap(answer -> answer.reports().stream())
        .toList();
  }

  private record Call(Batch batch, String summary) {}

  private List<Call> calls(
      String verb, String label, boolean ofGroup, List<String> clusters, String because) {
    List<Call> calls = new ArrayList<>();
    for (int from = 0; from < clusters.size(); from += Batch.MOST_CLUSTERS) {
      int to = Math.min(clusters.size(), from + Batch.MOST_CLUSTERS);
      Batch batch = new Batch(attempt, label, clusters.subList(from, to));
      calls.add(new Call(batch, summary(verb, batch, ofGroup, because)));
    }
    return calls;
  }

  /**
   * Keeps a few batches under way until all are answered, also when one fails or the run is
   * canceled, so that no write of a run lands after its end.
   */
  private static <R> List<R> underWay(List<Call> calls, Function<Call, Promise<R>> start) {
    List<Promise<R>> answers = new ArrayList<>();
    List<Promise<Void>> ends = new ArrayList<>();
    for (Call call : calls) {
      ends.removeIf(Promise::isCompleted);
      if (ends.size() >= MOST_BATCHES_UNDER_WAY) {
        Promise.anyOf(ends).get();
      }
      Promise<R> answer = start.apply(call);
      answers.add(answer);
      ends.add(answer.handle((value, failure) -> null));
    }
    Promise.allOf(ends).get();
    return answers.stream().map(Promise::get).toList();
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
        summary, ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofMinutes(1)));
  }

  private static HubActivities slow(String summary) {
    return stub(
        summary,
        ActivityOptions.newBuilder()
            .setStartToCloseTimeout(Duration.ofMinutes(10))
            .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
            .setHeartbeatTimeout(Duration.ofSeconds(4)));
  }

  private static HubActivities stub(String summary, ActivityOptions.Builder options) {
    return Workflow.newActivityStub(
        HubActivities.class, options.setRetryOptions(RETRY).setSummary(cut(summary)).build());
  }
}
