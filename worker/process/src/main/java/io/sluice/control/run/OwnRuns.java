package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.owner.RunOwner;
import io.temporal.api.filter.v1.StartTimeFilter;
import io.temporal.api.filter.v1.WorkflowTypeFilter;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.ListOpenWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListOpenWorkflowExecutionsResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Distinguishes the runs of a hub from those of another one with the same name (rollout-strategy
 * 3.2).
 *
 * <p>No signal may be sent to a run of another hub, and its state may not be used.
 */
final class OwnRuns {
  private static final int PAGE = 1000;

  private final WorkflowClient temporal;
  private final HubIdentity hub;

  OwnRuns(WorkflowClient temporal, HubIdentity hub) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.hub = requireNonNull(hub, "hub is null");
  }

  /** Lists the open runs under this hub's name, as far as Temporal's visibility shows them. */
  List<WorkflowExecutionInfo> open() {
    List<WorkflowExecutionInfo> found = new ArrayList<>();
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
      page.getExecutionsList().stream().filter(this::named).forEach(found::add);
      next = page.getNextPageToken();
    } while (!next.isEmpty());
    return found;
  }

  private boolean named(WorkflowExecutionInfo run) {
    return hub.name().path(run.getExecution().getWorkflowId()).isPresent();
  }

  /**
   * Returns the other hub that a listed run belongs to; empty if it is this hub's, or names none.
   */
  Optional<RunOwner> other(WorkflowExecutionInfo listed) {
    // A server in memory lists no memos.
    return owner(listed).isPresent()
        ? otherOf(listed)
        : describe(listed.getExecution().getWorkflowId()).flatMap(this::otherOf);
  }

  /** Returns the same of a run that was described. */
  Optional<RunOwner> otherOf(WorkflowExecutionInfo described) {
    return owner(described).filter(Predicate.not(owner -> owner.is(hub)));
  }

  private Optional<RunOwner> owner(WorkflowExecutionInfo run) {
    return RunOwner.of(run.getMemo(), temporal.getOptions().getDataConverter());
  }

  private Optional<WorkflowExecutionInfo> describe(String workflowId) {
    return description(workflowId).map(WorkflowExecutionDescription::getWorkflowExecutionInfo);
  }

  /** Describes the newest run of that id, of any hub; empty if there is none. */
  Optional<WorkflowExecutionDescription> description(String workflowId) {
    try {
      return Optional.of(temporal.newUntypedWorkflowStub(workflowId).describe());
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Formats the message that another hub uses this one's name. */
  String taken(RunOwner other) {
    return hub.taken(other, temporal.getOptions().getNamespace());
  }
}
