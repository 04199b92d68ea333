package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.Optional;

/**
 * Asks the open runs under a hub's name.
 *
 * <p>Whose a run is, is up to those who call: an answer names its attempt.
 */
public final class RunQueries {
  private final WorkflowClient temporal;
  private final HubName hub;

  public RunQueries(WorkflowClient temporal, HubName hub) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.hub = requireNonNull(hub, "hub is null");
  }

  /** Returns how far each cluster is that has had its turn; empty when no run is open. */
  public Optional<Ledger> ledger(RolloutTarget policy) {
    return ask(policy, PolicyRolloutWorkflow.LEDGER, Ledger.class);
  }

  <T> Optional<T> ask(RolloutTarget policy, String query, Class<T> answer) {
    try {
      return Optional.of(
          temporal.newUntypedWorkflowStub(hub.workflowId(policy)).query(query, answer));
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }
}
