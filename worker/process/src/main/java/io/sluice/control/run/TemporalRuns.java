package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptKey;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowTargetOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Starts, signals and looks up the runs of one hub on a Temporal server, by workflow id.
 *
 * <p>A run of another hub that has the same name is no run here: it is not signalled, asked, taken
 * for an open one or terminated, and nothing is started beside it (rollout-strategy 3.2). Verdicts
 * and departures name their attempt, so that any other run drops them.
 */
public final class TemporalRuns implements Runs {
  private final WorkflowClient temporal;
  private final HubIdentity hub;
  private final Supplier<Optional<String>> taken;
  private final OwnRuns own;
  private final RunQueries queries;
  private final FormerRunTerminator former;

  /** Creates them for one who starts no runs. */
  public TemporalRuns(WorkflowClient temporal, HubIdentity hub) {
    this(temporal, hub, Optional::empty);
  }

  /**
   * Creates them.
   *
   * @param taken formats who else uses the hub's name: nothing is started then
   */
  public TemporalRuns(WorkflowClient temporal, HubIdentity hub, Supplier<Optional<String>> taken) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.hub = requireNonNull(hub, "hub is null");
    this.taken = requireNonNull(taken, "taken is null");
    this.own = new OwnRuns(temporal, hub);
    this.queries = new RunQueries(temporal, hub.name());
    this.former = new FormerRunTerminator(temporal, own, hub.name());
  }

  @Override
  public boolean start(RolloutInput input) {
    taken
        .get()
        .ifPresent(
            why -> {
              throw new HubNameTakenException(why);
            });
    AttemptSpec spec = input.spec();
    former.end(spec);
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(id(spec.policy()))
            .setTaskQueue(hub.name().taskQueue())
            // A task of a killed worker is retried only after this; a replay takes less.
            .setWorkflowTaskTimeout(Duration.ofSeconds(5))
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setMemo(hub.owner().memo())
            .setTypedSearchAttributes(RunVisibility.attributes(spec, hub.name()))
            .setStaticSummary(RunVisibility.summary(spec))
            .setStaticDetails(RunVisibility.details(spec))
            .build();
    try {
      temporal.newUntypedWorkflowStub(PolicyRolloutWorkflow.TYPE, options).start(input);
      return true;
    } catch (WorkflowExecutionAlreadyStarted e) {
      refuseOther(spec.policy());
      return false;
    }
  }

  private String id(RolloutTarget policy) {
    return hub.name().workflowId(policy);
  }

  private void refuseOther(RolloutTarget policy) {
    own.description(id(policy))
        .flatMap(found -> own.otherOf(found.getWorkflowExecutionInfo()))
        .ifPresent(
            other -> {
              throw new HubNameTakenException(own.taken(other));
            });
  }

  /** Describes the newest run of a policy; empty if there is none of this hub. */
  private Optional<WorkflowExecutionDescription> newest(RolloutTarget policy) {
    return own.description(id(policy))
        .filter(found -> own.otherOf(found.getWorkflowExecutionInfo()).isEmpty());
  }

  private Optional<WorkflowExecutionDescription> open(RolloutTarget policy) {
    return newest(policy)
        .filter(
            found ->
                found.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
  }

  @Override
  public Optional<String> openChain(RolloutTarget policy) {
    return open(policy).map(TemporalRuns::chain);
  }

  /** A server that does not know the first run names the present one. */
  private static String chain(WorkflowExecutionDescription found) {
    return Optional.ofNullable(found.getFirstRunId())
        .filter(id -> !id.isEmpty())
        .orElseGet(() -> found.getExecution().getRunId());
  }

  @Override
  public Set<String> listOpen() {
    return own.open().stream()
        .filter(run -> own.other(run).isEmpty())
        .flatMap(run -> hub.name().path(run.getExecution().getWorkflowId()).stream())
        .collect(Collectors.toSet());
  }

  @Override
  public boolean signal(RolloutTarget policy, String signal) {
    return open(policy).isPresent() && send(policy, signal);
  }

  @Override
  public boolean report(RolloutTarget policy, AttemptKey attempt, List<Report> reports) {
    return send(policy, PolicyRolloutWorkflow.CLUSTERS_REPORTED, new ReportBatch(reports), attempt);
  }

  /** Returns whether Temporal knows a run of the policy, open or closed. */
  public boolean known(RolloutTarget policy) {
    return newest(policy).isPresent();
  }

  /** Terminates the open run of a policy, without a worker; false when none is open. */
  public boolean terminate(RolloutTarget policy, String because) {
    Optional<WorkflowExecutionDescription> found = open(policy);
    if (found.isEmpty()) {
      return false;
    }
    try {
      temporal
          .newUntypedWorkflowStub(
              WorkflowTargetOptions.newBuilder()
                  .setWorkflowId(id(policy))
                  // The run that was looked at, or one that it has continued as.
                  .setFirstExecutionRunId(chain(found.get()))
                  .build())
          .terminate(because);
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  @Override
  public boolean fleetChanged(
      RolloutTarget policy, AttemptKey attempt, Departures departures, UndoneRepairs undone) {
    return send(policy, PolicyRolloutWorkflow.FLEET_CHANGED, departures, attempt, undone);
  }

  @Override
  public Optional<AbsentMembers> absent(RolloutTarget policy) {
    return ask(policy, PolicyRolloutWorkflow.ABSENT, AbsentMembers.class);
  }

  @Override
  public Optional<Ledger> ledger(RolloutTarget policy) {
    return ask(policy, PolicyRolloutWorkflow.LEDGER, Ledger.class);
  }

  private <T> Optional<T> ask(RolloutTarget policy, String query, Class<T> answer) {
    return newest(policy).flatMap(run -> queries.ask(policy, query, answer));
  }

  private boolean send(RolloutTarget policy, String signal, Object... arguments) {
    try {
      temporal.newUntypedWorkflowStub(id(policy)).signal(signal, arguments);
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }
}
