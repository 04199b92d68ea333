package io.sluice.bench;

import io.sluice.devservers.DevServers;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.history.v1.ActivityTaskStartedEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what Temporal recorded of rollouts. */
final class BenchHistories implements AutoCloseable {
  private final WorkflowServiceStubs stubs;
  private final WorkflowClient client;

  BenchHistories(DevServers servers) {
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(servers.temporalTarget()).build());
    client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setNamespace(servers.temporalNamespace())
                .setDataConverter(Payloads.converter())
                .build());
  }

  /** Returns the runs that began since then, of policies whose names begin so. */
  List<WorkflowExecutionMetadata> runs(String prefix, Instant since) {
    return client
        .listExecutions(
            "WorkflowId STARTS_WITH '%s%s/%s'"
                .formatted(HubName.DEFAULT.workflowPrefix(), BenchPolicy.NAMESPACE, prefix))
        .filter(run -> !run.getStartTime().isBefore(since))
        .toList();
  }

  /** Returns the events of these runs. */
  long events(List<WorkflowExecutionMetadata> runs) {
    return runs.stream().mapToLong(WorkflowExecutionMetadata::getHistoryLength).sum();
  }

  /** Returns how often activities of these runs were tried again. */
  long repeated(List<WorkflowExecutionMetadata> runs) {
    return started(runs).mapToLong(activity -> activity.getAttempt() - 1).sum();
  }

  /** Returns how many activities of these runs each worker took; the most first. */
  List<Long> activities(List<WorkflowExecutionMetadata> runs) {
    return started(runs)
        .collect(
            Collectors.groupingBy(
                ActivityTaskStartedEventAttributes::getIdentity, Collectors.counting()))
        .values()
        .stream()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /** Returns how many events of each type, and of each type of activity, these runs have. */
  Map<String, Long> byType(List<WorkflowExecutionMetadata> runs) {
    return events(runs.stream())
        .map(
            event ->
                event.hasActivityTaskScheduledEventAttributes()
                    ? event.getActivityTaskScheduledEventAttributes().getActivityType().getName()
                    : event.getEventType().name().replace("EVENT_TYPE_", ""))
        .collect(Collectors.groupingBy(type -> type, TreeMap::new, Collectors.counting()));
  }

  private Stream<HistoryEvent> events(Stream<WorkflowExecutionMetadata> runs) {
    return runs.map(WorkflowExecutionMetadata::getExecution)
        .map(run -> client.fetchHistory(run.getWorkflowId(), run.getRunId()))
        .flatMap(history -> history.getEvents().stream());
  }

  private Stream<ActivityTaskStartedEventAttributes> started(List<WorkflowExecutionMetadata> runs) {
    return events(runs.stream())
        .filter(HistoryEvent::hasActivityTaskStartedEventAttributes)
        .map(HistoryEvent::getActivityTaskStartedEventAttributes);
  }

  @Override
  public void close() {
    stubs.shutdownNow();
  }
}
