package io.sluice.rehearsal;

import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.fleet.GroupKey;
import io.sluice.forecast.AssumedApprovals;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Report;
import io.sluice.schedule.ScheduleSource;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.CheckActivities;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Answers a real run on Temporal's skipped time: each cluster reports success some time after its
 * dispatch, one group is approved at an instant, a check passes from an instant on.
 */
final class SkippedTimeHub implements HubActivities, CheckActivities {
  private static final long ATTEMPT = 1;

  private final TestWorkflowEnvironment environment;
  private final String workflowId;
  private final ScheduleSource schedule;
  private final Function<String, Duration> reportAfter;
  private final Instant passes;
  private HubSnapshot hub;

  SkippedTimeHub(
      TestWorkflowEnvironment environment,
      String workflowId,
      HubSnapshot hub,
      ScheduleSource schedule,
      Function<String, Duration> reportAfter,
      Instant passes) {
    this.environment = environment;
    this.workflowId = workflowId;
    this.hub = hub;
    this.schedule = schedule;
    this.reportAfter = reportAfter;
    this.passes = passes;
  }

  /** Approves a group so long from now. */
  void approve(GroupKey group, String rolloutUid, Duration after) {
    environment.registerDelayedCallback(
        after,
        () -> {
          synchronized (this) {
            hub = AssumedApprovals.of(hub, group, rolloutUid, now());
          }
          signal(PolicyRolloutWorkflow.ROLLOUT_CHANGED);
        });
  }

  private Instant now() {
    return Instant.ofEpochMilli(environment.currentTimeMillis());
  }

  private void signal(String name, Object... arguments) {
    environment.getWorkflowClient().newUntypedWorkflowStub(workflowId).signal(name, arguments);
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return ClaimAnswer.held();
  }

  @Override
  public synchronized HubSnapshot observe(AttemptRef attempt) {
    hub = hub.asOf(now(), schedule);
    return hub;
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    for (String cluster : batch.clusters()) {
      environment.registerDelayedCallback(
          reportAfter.apply(cluster),
          () -> signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, success(batch, cluster)));
    }
    return written(batch);
  }

  private ReportBatch success(Batch batch, String cluster) {
    return new ReportBatch(
        List.of(
            new Report(
                cluster,
                ATTEMPT,
                batch.attempt().version().contentHash(),
                Verdict.POSITIVE,
                false,
                false,
                now().toEpochMilli())));
  }

  private BatchAnswer written(Batch batch) {
    return new BatchAnswer(
        batch.clusters().stream().map(cluster -> Ack.written(cluster, now(), ATTEMPT)).toList(),
        List.of());
  }

  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    return written(pending.batch());
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return written(batch);
  }

  @Override
  public LookAnswer look(Batch batch) {
    return new LookAnswer(List.of());
  }

  @Override
  public void publish(StatusUpdate update) {
    // Nobody reads it.
  }

  @Override
  public CheckReply ask(CheckQuestion question) {
    CheckResult result = now().isBefore(passes) ? CheckResult.WAIT : CheckResult.PASSED;
    return new CheckReply(result, result.label(), "");
  }
}
