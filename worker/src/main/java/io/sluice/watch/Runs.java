package io.sluice.watch;

import io.grpc.StatusRuntimeException;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Report;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.RunVisibility;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowServiceException;
import java.time.Duration;
import java.util.List;

/** Starts, signals and looks up the workflow runs of policies, by workflow id. */
final class Runs {
  private final WorkflowClient temporal;

  Runs(WorkflowClient temporal) {
    this.temporal = temporal;
  }

  /**
   * Starts a run.
   *
   * @return false when one is open already: it may be the same attempt's, or a former one's that is
   *     about to close
   */
  boolean start(RolloutInput input) {
    AttemptSpec spec = input.spec();
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(spec.policy().workflowId())
            .setTaskQueue(PolicyRolloutWorkflow.TASK_QUEUE)
            // A task of a killed worker is retried only after this; a replay takes less.
            .setWorkflowTaskTimeout(Duration.ofSeconds(5))
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setTypedSearchAttributes(RunVisibility.attributes(spec))
            .setStaticSummary(RunVisibility.summary(spec))
            .setStaticDetails(RunVisibility.details(spec, input.settings()))
            .build();
    try {
      temporal.newUntypedWorkflowStub(PolicyRolloutWorkflow.TYPE, options).start(input);
      return true;
    } catch (WorkflowExecutionAlreadyStarted e) {
      return false;
    }
  }

  /** True when Temporal knows an open run of the policy. */
  boolean open(PolicyName policy) {
    try {
      return temporal.newUntypedWorkflowStub(policy.workflowId()).describe().getStatus()
          == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  /** True when Temporal cannot be reached, or does not answer. */
  static boolean temporalUnreachable(RuntimeException failure) {
    return failure instanceof StatusRuntimeException || failure instanceof WorkflowServiceException;
  }

  /** Sends a signal without arguments; false when no run is open. */
  boolean signal(PolicyName policy, String signal) {
    return send(policy, signal);
  }

  /** Sends verdicts; false when no run is open. */
  boolean report(PolicyName policy, List<Report> reports) {
    return send(policy, PolicyRolloutWorkflow.CLUSTERS_REPORTED, new ReportBatch(reports));
  }

  private boolean send(PolicyName policy, String signal, Object... arguments) {
    try {
      temporal.newUntypedWorkflowStub(policy.workflowId()).signal(signal, arguments);
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }
}
