package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.ConnectionFailure;
import io.sluice.workflow.owner.HubIdentity;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowClient;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has Temporal repeat at once the activities that a former process of the same name had begun when
 * it was killed; else they are repeated after their heartbeat timeout.
 *
 * <p>A call that was sent before the kill may still arrive at the hub: every write of an activity
 * is safe to repeat.
 */
public final class ActivityReclaimer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ActivityReclaimer.class);
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final WorkflowClient temporal;
  private final HubIdentity hub;
  private final OwnRuns runs;
  private final WorkerIdentity identity;
  private final Thread thread = new Thread(this::reclaim, "activity-reclaimer");

  private ActivityReclaimer(WorkflowClient temporal, HubIdentity hub, WorkerIdentity identity) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.hub = requireNonNull(hub, "hub is null");
    this.runs = new OwnRuns(temporal, hub);
    this.identity = requireNonNull(identity, "identity is null");
  }

  /**
   * Looks through all open runs of a hub, in the background: what fails is left to the timeouts.
   */
  public static ActivityReclaimer start(
      WorkflowClient temporal, HubIdentity hub, WorkerIdentity identity) {
    ActivityReclaimer started = new ActivityReclaimer(temporal, hub, identity);
    started.thread.setDaemon(true);
    started.thread.start();
    return started;
  }

  private void reclaim() {
    try {
      for (String path : new TemporalRuns(temporal, hub).listOpen()) {
        reclaim(hub.name().workflowPrefix() + path);
      }
    } catch (RuntimeException e) {
      if (!ConnectionFailure.temporalUnreachable(e)) {
        throw e;
      }
      LOG.warn(
          "Cannot have the activities of {} repeated at once: {}. They are repeated after their timeouts.",
          identity.name(),
          e.getMessage());
    }
  }

  private void reclaim(String workflowId) {
    DescribeWorkflowExecutionResponse run =
        temporal
            .getWorkflowServiceStubs()
            .blockingStub()
            .describeWorkflowExecution(
                DescribeWorkflowExecutionRequest.newBuilder()
                    .setNamespace(temporal.getOptions().getNamespace())
                    .setExecution(WorkflowExecution.newBuilder().setWorkflowId(workflowId))
                    .build());
    if (runs.otherOf(run.getWorkflowExecutionInfo()).isPresent()) {
      return;
    }
    run.getPendingActivitiesList().stream()
        .filter(
            activity ->
                activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED
                    && identity.isFormer(activity.getLastWorkerIdentity()))
        .forEach(activity -> fail(run.getWorkflowExecutionInfo().getExecution(), activity));
  }

  private void fail(WorkflowExecution run, PendingActivityInfo activity) {
    ApplicationFailure ended =
        ApplicationFailure.newBuilder()
            .setMessage("The worker %s has ended.".formatted(activity.getLastWorkerIdentity()))
            .setType("WorkerEnded")
            .setNextRetryDelay(AT_ONCE)
            .build();
    try {
      temporal
          .newActivityCompletionClient()
          .completeExceptionally(
              run.getWorkflowId(), Optional.of(run.getRunId()), activity.getActivityId(), ended);
      LOG.info(
          "Activity {} of {} is repeated: {}",
          activity.getActivityType().getName(),
          run.getWorkflowId(),
          ended.getOriginalMessage());
    } catch (ActivityCompletionException e) {
      LOG.info(
          "Activity {} of {} has ended meanwhile: {}",
          activity.getActivityType().getName(),
          run.getWorkflowId(),
          e.getMessage());
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
