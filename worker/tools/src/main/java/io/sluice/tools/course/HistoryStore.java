package io.sluice.tools.course;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.connection.TemporalConnection;
import io.sluice.connection.TemporalProfile;
import io.sluice.policy.RolloutTarget;
import io.sluice.process.TemporalCheck;
import io.sluice.replay.RecordedRun;
import io.sluice.replay.RunReader;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the runs of an attempt on a Temporal server, and downloads their histories. */
public final class HistoryStore implements AutoCloseable {
  private final WorkflowServiceStubs stubs;
  private final WorkflowClient temporal;
  private final HubName hub;
  private final RunReader reader;

  private HistoryStore(WorkflowServiceStubs stubs, TemporalProfile profile) {
    this.stubs = stubs;
    this.temporal =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setNamespace(profile.namespace())
                .setDataConverter(Payloads.converter(profile.payloadKeys()))
                .build());
    this.hub = profile.hubName();
    this.reader = new RunReader(profile.payloadKeys());
  }

  /**
   * Connects.
   *
   * @throws IllegalStateException with a message for the user, if it cannot be reached
   */
  public static HistoryStore open(TemporalProfile profile) {
    WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(profile.service());
    try {
      new TemporalCheck(stubs).check();
      return new HistoryStore(stubs, profile);
    } catch (RuntimeException e) {
      TemporalConnection.close(stubs);
      throw e;
    }
  }

  /**
   * Returns the newest attempt of what is rolled out; empty if Temporal knows no run of it.
   *
   * @throws io.sluice.replay.HistoryException if it cannot be read
   */
  public Optional<RecordedAttempt> newest(RolloutTarget target) {
    return history(target, "").map(last -> chain(target, last));
  }

  /** Returns the attempt of that number; empty if Temporal does not know it, or not any more. */
  public Optional<RecordedAttempt> attempt(RolloutTarget target, long number) {
    Optional<WorkflowExecutionHistory> last = history(target, "");
    if (last.filter(each -> numbered(each, number)).isPresent()) {
      return last.map(each -> chain(target, each));
    }
    return runs(target)
        .map(run -> history(target, run))
        .flatMap(Optional::stream)
        .filter(each -> numbered(each, number))
        .findFirst()
        .map(each -> chain(target, each));
  }

  /** Returns the attempt that had begun last at that instant; empty if Temporal knows none. */
  public Optional<RecordedAttempt> at(RolloutTarget target, Instant instant) {
    Optional<RecordedAttempt> newest = newest(target);
    if (newest.filter(found -> !found.since().isAfter(instant)).isPresent()) {
      return newest;
    }
    return runs(target)
        .map(run -> history(target, run))
        .flatMap(Optional::stream)
        .map(each -> chain(target, each))
        .filter(found -> !found.since().isAfter(instant))
        .findFirst();
  }

  /**
   * Returns the last run of each attempt, newest first, without the runs before it: they are
   * downloaded one by one, as they are asked for.
   */
  public Stream<RecordedAttempt> lastRuns(RolloutTarget target) {
    List<String> runs = runs(target).toList();
    return (runs.isEmpty() ? Stream.of("") : runs.stream())
        .map(run -> history(target, run))
        .flatMap(Optional::stream)
        .map(each -> new RecordedAttempt(List.of(each), List.of(reader.read(each))));
  }

  /** The ids of all its runs that are the last of their chain, newest first. */
  private Stream<String> runs(RolloutTarget target) {
    try (Stream<WorkflowExecutionMetadata> found =
        temporal.listExecutions(
            "WorkflowId = '%s' AND ExecutionStatus != 'ContinuedAsNew'"
                .formatted(hub.workflowId(target)))) {
      return found
          .sorted(Comparator.comparing(WorkflowExecutionMetadata::getStartTime).reversed())
          .map(run -> run.getExecution().getRunId())
          .toList()
          .stream();
    } catch (StatusRuntimeException e) {
      if (Status.fromThrowable(e).getCode() == Status.Code.UNIMPLEMENTED) {
        // The server in memory lists nothing: it knows the newest attempt only.
        return Stream.empty();
      }
      throw failure(hub.workflowId(target), e);
    }
  }

  private boolean numbered(WorkflowExecutionHistory history, long number) {
    return reader.read(history).spec().number() == number;
  }

  /** Goes back from the last run of a chain as far as Temporal keeps them. */
  private RecordedAttempt chain(RolloutTarget target, WorkflowExecutionHistory last) {
    Deque<WorkflowExecutionHistory> chain = new ArrayDeque<>();
    Deque<RecordedRun> runs = new ArrayDeque<>();
    Optional<WorkflowExecutionHistory> next = Optional.of(last);
    while (next.isPresent()) {
      RecordedRun run = reader.read(next.get());
      chain.addFirst(next.get());
      runs.addFirst(run);
      String former = former(next.get().getEvents().get(0));
      next = run.first() || former.isEmpty() ? Optional.empty() : history(target, former);
    }
    return new RecordedAttempt(List.copyOf(chain), List.copyOf(runs));
  }

  private static String former(HistoryEvent started) {
    return started.getWorkflowExecutionStartedEventAttributes().getContinuedExecutionRunId();
  }

  /** Downloads a history, page by page; empty if the server does not know the run. */
  private Optional<WorkflowExecutionHistory> history(RolloutTarget target, String run) {
    try {
      return Optional.of(
          run.isEmpty()
              ? temporal.fetchHistory(hub.workflowId(target))
              : temporal.fetchHistory(hub.workflowId(target), run));
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    } catch (StatusRuntimeException | WorkflowServiceException e) {
      if (Status.fromThrowable(e).getCode() == Status.Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw failure(hub.workflowId(target) + (run.isEmpty() ? "" : ", run " + run), e);
    }
  }

  private static IllegalStateException failure(String what, RuntimeException e) {
    return new IllegalStateException(
        "Cannot read the history of %s: Temporal answered %s. Try again."
            .formatted(what, Status.fromThrowable(e).getCode()),
        e);
  }

  @Override
  public void close() {
    TemporalConnection.close(stubs);
  }
}
