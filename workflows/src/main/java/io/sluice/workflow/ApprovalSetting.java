package io.sluice.workflow;

import io.temporal.common.converter.EncodedValues;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkflowImplementationOptions;
import io.temporal.workflow.Workflow;

/**
 * States whether approvals by message count on this worker (rollout-strategy A5).
 *
 * <p>It is read when someone asks: an update is checked before it is recorded, so its validator may
 * read the worker; what a signal found is recorded in the history.
 */
public enum ApprovalSetting {
  ALLOWED,
  REFUSED;

  /** Returns the setting with approvals by message allowed, or not. */
  public static ApprovalSetting of(boolean allowed) {
    return allowed ? ALLOWED : REFUSED;
  }

  /** Registers the workflow at a worker with this setting. */
  public void register(Worker worker) {
    register(worker, StepListener.NONE);
  }

  /** Registers the workflow at a worker that only replays, with a listener to its steps. */
  public void register(Worker worker, StepListener listener) {
    worker.registerWorkflowImplementationFactory(
        PolicyRolloutWorkflow.class,
        (EncodedValues arguments) ->
            new PolicyRolloutWorkflowImpl(arguments.get(0, RolloutInput.class), this, listener),
        WorkflowImplementationOptions.getDefaultInstance());
  }

  boolean allowed() {
    return this == ALLOWED;
  }

  /** Returns what holds for a signal, in its handler: the same when it is replayed. */
  boolean allowedForSignal() {
    return Workflow.sideEffect(Boolean.class, this::allowed);
  }
}
