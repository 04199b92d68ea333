package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.RolloutInput;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowTargetOptions;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the run of an attempt that a version before hubs had names has begun, when the attempt goes
 * on in a run of its new id: no worker polls the former task queue any more.
 *
 * <p>Such a run names no hub, but the UID of its attempt, which no other hub has.
 */
final class FormerRunTerminator {
  private static final Logger LOG = LoggerFactory.getLogger(FormerRunTerminator.class);
  private static final String ID = "rollout/";
  private static final String QUEUE = "sluice";

  private final WorkflowClient temporal;
  private final OwnRuns runs;
  private final HubName hub;

  FormerRunTerminator(WorkflowClient temporal, OwnRuns runs, HubName hub) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.runs = requireNonNull(runs, "runs is null");
    this.hub = requireNonNull(hub, "hub is null");
  }

  /** Ends the former run of this attempt, if there is one that is open. */
  void end(AttemptSpec spec) {
    runs.description(ID + spec.policy().path())
        .filter(
            run ->
                run.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
                    && run.getTaskQueue().equals(QUEUE)
                    && input(run).filter(input -> same(input.spec(), spec)).isPresent())
        .ifPresent(run -> terminate(run, spec));
  }

  private static boolean same(AttemptSpec former, AttemptSpec spec) {
    return former.rolloutUid().equals(spec.rolloutUid()) && former.policy().equals(spec.policy());
  }

  private Optional<RolloutInput> input(WorkflowExecutionDescription run) {
    Payloads input =
        temporal
            .getWorkflowServiceStubs()
            .blockingStub()
            .getWorkflowExecutionHistory(
                GetWorkflowExecutionHistoryRequest.newBuilder()
                    .setNamespace(temporal.getOptions().getNamespace())
                    .setExecution(run.getExecution())
                    .setMaximumPageSize(1)
                    .build())
            .getHistory()
            .getEvents(0)
            .getWorkflowExecutionStartedEventAttributes()
            .getInput();
    return Optional.ofNullable(
        temporal
            .getOptions()
            .getDataConverter()
            .fromPayloads(0, Optional.of(input), RolloutInput.class, RolloutInput.class));
  }

  private void terminate(WorkflowExecutionDescription run, AttemptSpec spec) {
    String because =
        "Ids of workflows name the hub now: attempt %d goes on as %s."
            .formatted(spec.number(), hub.workflowId(spec.policy()));
    try {
      temporal
          .newUntypedWorkflowStub(
              WorkflowTargetOptions.newBuilder().setWorkflowExecution(run.getExecution()).build())
          .terminate(because);
      LOG.info("{} is terminated: {}", run.getExecution().getWorkflowId(), because);
    } catch (WorkflowNotFoundException e) {
      LOG.info("{} has ended meanwhile", run.getExecution().getWorkflowId());
    }
  }
}
