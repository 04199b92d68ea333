package io.sluice.process;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.HubName;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.SetWorkerDeploymentCurrentVersionRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Rolls versions of a worker out, as Temporal's worker controller does: in a namespace of its own.
 */
record VersionedWorkers(WorkflowServiceStubs temporal, String namespace, String deployment) {
  /** What the controller sets in the pods of a version. */
  Map<String, String> environment(String buildId) {
    return Map.of(
        "TEMPORAL_NAMESPACE", namespace,
        "TEMPORAL_DEPLOYMENT_NAME", deployment,
        "TEMPORAL_WORKER_BUILD_ID", buildId);
  }

  /** Has all runs go to that version, once its worker polls. */
  void makeCurrent(String buildId) {
    Awaitility.await()
        .atMost(Patience.MOST)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                temporal
                    .blockingStub()
                    .setWorkerDeploymentCurrentVersion(
                        SetWorkerDeploymentCurrentVersionRequest.newBuilder()
                            .setNamespace(namespace)
                            .setDeploymentName(deployment)
                            .setBuildId(buildId)
                            // A version before hub names polls another queue.
                            .setIgnoreMissingTaskQueues(true)
                            .build()));
  }

  /**
   * Returns the events of the newest run, also of one that a version before hub names has begun.
   */
  List<HistoryEvent> history(PolicyName policy) {
    try {
      return history(HubName.DEFAULT.workflowId(policy));
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
        throw e;
      }
      return history("rollout/" + policy.path());
    }
  }

  private List<HistoryEvent> history(String workflowId) {
    return temporal
        .blockingStub()
        .getWorkflowExecutionHistory(
            GetWorkflowExecutionHistoryRequest.newBuilder()
                .setNamespace(namespace)
                .setExecution(WorkflowExecution.newBuilder().setWorkflowId(workflowId))
                .build())
        .getHistory()
        .getEventsList();
  }

  /** Returns the builds that completed tasks of a run, in order, without repetition. */
  List<String> builds(PolicyName policy) {
    return history(policy).stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED)
        .map(
            event ->
                event.getWorkflowTaskCompletedEventAttributes().getDeploymentVersion().getBuildId())
        .distinct()
        .toList();
  }

  /**
   * Returns the causes of tasks that failed; a deviation from the history is one. That a signal
   * came while a task ended is none: such a task is done again.
   */
  List<String> failedTasks(PolicyName policy) {
    return history(policy).stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED)
        .map(event -> event.getWorkflowTaskFailedEventAttributes().getCause())
        .filter(
            cause -> cause != WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND)
        .map(WorkflowTaskFailedCause::name)
        .toList();
  }
}
