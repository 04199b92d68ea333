package io.sluice.workflow;

import io.sluice.rollout.Action;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Calls the hub from a run: cuts work into batches, keeps a few of them under way, and gives every
 * call a summary that people can read in the timeline.
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

  ClaimAnswer claim() {
    return quick("claim Rollout " + attempt.policy().rolloutName()).claim(attempt);
  }

  HubSnapshot observe() {
    return quick("observe policy " + attempt.policy()).observe(attempt);
  }

  void publish(Progress progress, boolean runOpen, List<String> warnings) {
    quick(told(progress)).publish(new StatusUpdate(attempt, progress, runOpen, warnings));
  }

  private static String told(Progress progress) {
    String phase = progress.outcome().map(Object::toString).orElse(progress.phase().label());
    return progress.waitSummary().isEmpty() ? phase : phase + ": " + progress.waitSummary();
  }

  List<BatchAnswer> dispatch(List<Action.Dispatch> actions) {
    return underWay(
        actions.stream()
            .flatMap(action -> batches(action.label(), action.clusters()).stream())
            .toList(),
        batch -> Async.function(slow("write " + shown(batch))::dispatch, batch));
  }

  List<BatchAnswer> provide(Action.Provide action) {
    return underWay(
        batches("waiting", action.clusters()),
        batch ->
            Async.function(
                slow("provide " + shown(batch))::provide,
                new PendingContentBatch(batch, action.content())));
  }

  List<BatchAnswer> takeBack(Action.TakeBack action) {
    return underWay(
        batches("unreachable", action.clusters()),
        batch -> Async.function(slow("take back " + shown(batch))::takeBack, batch));
  }

  List<Report> look(Action.Look action) {
    return underWay(
            batches("deadline", action.clusters()),
            batch -> Async.function(slow("look at " + shown(batch))::look, batch))
        .stream()
        .flatMap(answer -> answer.reports().stream())
        .toList();
  }

  private List<Batch> batches(String label, List<String> clusters) {
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < clusters.size(); from += Batch.MOST_CLUSTERS) {
      int to = Math.min(clusters.size(), from + Batch.MOST_CLUSTERS);
      batches.add(new Batch(attempt, label, clusters.subList(from, to)));
    }
    return batches;
  }

  /**
   * Keeps a few batches under way until all are answered, also when one fails or the run is
   * canceled: a run never leaves its own writes behind.
   */
  private static <R> List<R> underWay(List<Batch> batches, Function<Batch, Promise<R>> call) {
    List<Promise<R>> answers = new ArrayList<>();
    List<Promise<Void>> ends = new ArrayList<>();
    for (Batch batch : batches) {
      ends.removeIf(Promise::isCompleted);
      if (ends.size() >= MOST_BATCHES_UNDER_WAY) {
        Promise.anyOf(ends).get();
      }
      Promise<R> answer = call.apply(batch);
      answers.add(answer);
      ends.add(answer.handle((value, failure) -> null));
    }
    Promise.allOf(ends).get();
    return answers.stream().map(Promise::get).toList();
  }

  private static String shown(Batch batch) {
    List<String> clusters = batch.clusters();
    return clusters.size() == 1
        ? "%s (%s)".formatted(clusters.get(0), batch.label())
        : "%d clusters of %s (%s to %s)"
            .formatted(
                clusters.size(), batch.label(), clusters.get(0), clusters.get(clusters.size() - 1));
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
    String shown =
        summary.length() <= LONGEST_SUMMARY ? summary : summary.substring(0, LONGEST_SUMMARY);
    return Workflow.newActivityStub(
        HubActivities.class, options.setRetryOptions(RETRY).setSummary(shown).build());
  }
}
