package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.AttemptKey;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.api.filter.v1.StartTimeFilter;
import io.temporal.api.filter.v1.WorkflowTypeFilter;
import io.temporal.api.workflowservice.v1.ListOpenWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListOpenWorkflowExecutionsResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Starts, signals and looks up the runs of one hub on a Temporal server, by workflow id. */
public final class TemporalRuns implements Runs {
  private static final int PAGE = 1000;

  private final WorkflowClient temporal;
  private final HubName hub;

  public TemporalRuns(WorkflowClient temporal, HubName hub) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.hub = requireNonNull(hub, "hub is null");
  }

  private WorkflowStub run(RolloutTarget policy) {
    return temporal.newUntypedWorkflowStub(hub.workflowId(policy));
  }

  @Override
  public boolean start(RolloutInput input) {
    AttemptSpec spec = input.spec();
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(hub.workflowId(spec.policy()))
            .setTaskQueue(hub.taskQueue())
            // A task of a killed worker is retried only after this; a replay takes less.
            .setWorkflowTaskTimeout(Duration.ofSeconds(5))
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setTypedSearchAttributes(RunVisibility.attributes(spec, hub))
            .setStaticSummary(RunVisibility.summary(spec))
            .setStaticDetails(RunVisibility.details(spec))
            .build();
    try {
      temporal.newUntypedWorkflowStub(PolicyRolloutWorkflow.TYPE, options).start(input);
      return true;
    } catch (WorkflowExecutionAlreadyStarted e) {
      return false;
    }
  }

  @Override
  public Optional<String> openChain(RolloutTarget policy) {
    try {
      WorkflowExecutionDescription found = run(policy).describe();
      return found.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
          ? Optional.of(chain(found))
          : Optional.empty();
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }

  /** A server that does not know the first run names the present one. */
  private static String chain(WorkflowExecutionDescription found) {
    return Optional.ofNullable(found.getFirstRunId())
        .filter(id -> !id.isEmpty())
        .orElseGet(() -> found.getExecution().getRunId());
  }

  @Override
  public Set<String> listOpen() {
    Set<String> found = new HashSet<>();
    ByteString next = ByteString.EMPTY;
    do {
      ListOpenWorkflowExecutionsResponse page =
          temporal
              .getWorkflowServiceStubs()
              .blockingStub()
              .listOpenWorkflowExecutions(
                  ListOpenWorkflowExecutionsRequest.newBuilder()
                      .setNamespace(temporal.getOptions().getNamespace())
                      .setMaximumPageSize(PAGE)
                      .setStartTimeFilter(StartTimeFilter.getDefaultInstance())
                      .setTypeFilter(
                          WorkflowTypeFilter.newBuilder().setName(PolicyRolloutWorkflow.TYPE))
                      .setNextPageToken(next)
                      .build());
      page.getExecutionsList().stream()
          .flatMap(run -> hub.path(run.getExecution().getWorkflowId()).stream())
          .forEach(found::add);
      next = page.getNextPageToken();
    } while (!next.isEmpty());
    return found;
  }

  @Override
  public boolean signal(RolloutTarget policy, String signal) {
    return send(policy, signal);
  }

  @Override
  public boolean report(RolloutTarget policy, AttemptKey attempt, List<Report> reports) {
    return send(policy, PolicyRolloutWorkflow.CLUSTERS_REPORTED, new ReportBatch(reports), attempt);
  }

  /** Returns whether Temporal knows a run of the policy, open or closed. */
  public boolean known(RolloutTarget policy) {
    try {
      run(policy).describe();
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  /** Terminates the open run of a policy, without a worker; false when none is open. */
  public boolean terminate(RolloutTarget policy, String because) {
    try {
      run(policy).terminate(because);
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
    return query(policy, PolicyRolloutWorkflow.ABSENT, AbsentMembers.class);
  }

  @Override
  public Optional<Ledger> ledger(RolloutTarget policy) {
    return query(policy, PolicyRolloutWorkflow.LEDGER, Ledger.class);
  }

  private <T> Optional<T> query(RolloutTarget policy, String query, Class<T> answer) {
    try {
      return Optional.of(run(policy).query(query, answer));
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }

  private boolean send(RolloutTarget policy, String signal, Object... arguments) {
    try {
      run(policy).signal(signal, arguments);
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }
}
