package io.sluice.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rollout.Action;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.WorkflowPatience;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AttemptReplayerTest {
  private static final DataConverter CONVERTER = Payloads.converter();
  private final AttemptReplayer replayer = new AttemptReplayer();

  @TestFactory
  Stream<DynamicTest> everyGoldenAttemptTakesTheStepsThatItsHistoryTells() throws IOException {
    return Histories.attempts().stream()
        .map(
            chain ->
                DynamicTest.dynamicTest(
                    new RunReader(PayloadKeys.NONE).read(chain.get(0)).toString(),
                    () -> tellsTheSame(chain)));
  }

  private void tellsTheSame(List<WorkflowExecutionHistory> chain) {
    List<ReplayedStep> steps = replayer.replay(chain);

    assertThat(dispatched(steps)).isEqualTo(dispatchedInHistory(chain));
    assertThat(steps.stream().map(step -> shown(step.step().progress())))
        .containsAll(
            inputs(chain, "PublishStatus", HubActivities.StatusUpdate.class).stream()
                .map(update -> shown(update.progress()))
                .toList());
    assertThat(steps.stream().map(ReplayedStep::at)).isSorted();
    steps.forEach(
        step ->
            assertThat(step.at())
                .isBetween(
                    RunReader.at(chain.get(0).getEvents().get(0)),
                    RunReader.at(chain.get(chain.size() - 1).getLastEvent())));
  }

  private record Shown(Phase phase, java.util.Optional<Outcome> outcome, Counts counts) {}

  private static Shown shown(Progress progress) {
    return new Shown(progress.phase(), progress.outcome(), progress.counts());
  }

  private static Set<String> dispatched(List<ReplayedStep> steps) {
    return steps.stream()
        .flatMap(step -> step.step().actions().stream())
        .filter(Action.Dispatch.class::isInstance)
        .flatMap(action -> ((Action.Dispatch) action).clusters().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> dispatchedInHistory(List<WorkflowExecutionHistory> chain) {
    return inputs(chain, "DispatchVersion", HubActivities.Batch.class).stream()
        .flatMap(batch -> batch.clusters().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static <T> List<T> inputs(
      List<WorkflowExecutionHistory> chain, String activity, Class<T> type) {
    List<T> found = new ArrayList<>();
    for (WorkflowExecutionHistory history : chain) {
      for (HistoryEvent event : history.getEvents()) {
        var scheduled = event.getActivityTaskScheduledEventAttributes();
        if (scheduled.getActivityType().getName().equals(activity)) {
          found.add(CONVERTER.fromPayload(scheduled.getInput().getPayloads(0), type, type));
        }
      }
    }
    return found;
  }

  @Test
  void aChainOfRunsGivesTheStepsOfTheWholeAttempt() {
    List<WorkflowExecutionHistory> chain = Histories.chain("continues-as-new");
    assertThat(chain).hasSizeGreaterThan(2);

    List<ReplayedStep> steps = replayer.replay(chain);

    assertThat(steps.get(0).step().state().startedAt())
        .isEqualTo(steps.get(steps.size() - 1).step().state().startedAt());
    assertThat(steps.get(steps.size() - 1).step().progress().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(steps)
        .hasSize(chain.stream().mapToInt(run -> replayer.replay(List.of(run)).size()).sum());
  }

  @Test
  void whatIsAskedForAnInstantIsTheLastStepNotAfterIt() {
    List<ReplayedStep> steps = replayer.replay(Histories.chain("new-policy-succeeds"));
    Instant third = steps.get(2).at();

    assertThat(ReplayedStep.at(steps.get(0).at().minusMillis(1), steps)).isEmpty();
    assertThat(ReplayedStep.at(third, steps).orElseThrow().at()).isEqualTo(third);
    assertThat(ReplayedStep.at(Instant.MAX, steps)).contains(steps.get(steps.size() - 1));
  }

  @Test
  void anEncryptedHistoryIsReplayedWithItsKeys() {
    WorkflowExecutionHistory plain = Histories.of("new-policy-succeeds-0");
    WorkflowExecutionHistory encrypted = Histories.encrypted(plain);

    assertThat(new AttemptReplayer(Histories.KEYS).replay(List.of(encrypted)))
        .isEqualTo(replayer.replay(List.of(plain)));
    assertThatThrownBy(() -> replayer.replay(List.of(encrypted)))
        .isInstanceOf(HistoryException.class)
        .hasMessage(
            "Cannot replay the history: it is encrypted with key 2026-11, and this process has no"
                + " keys. Name the file with the key that encrypted it, if one did, with"
                + " --payload-key-file.");
  }

  @Test
  void aHistoryThatWasReadWhileItsRunGoesOnIsReplayedAsFarAsItGoes() {
    WorkflowExecutionHistory whole = Histories.of("paused-and-resumed-0");
    List<ReplayedStep> all = replayer.replay(List.of(whole));
    int former = 0;
    for (int events = 4; events < whole.getEvents().size(); events++) {
      if (readable(whole, events)) {
        List<ReplayedStep> steps = replayer.replay(List.of(Histories.cut(whole, events)));
        assertThat(steps.size()).isBetween(former, all.size());
        assertThat(all.subList(0, steps.size())).as("cut after %d events", events).isEqualTo(steps);
        former = steps.size();
      }
    }
    assertThat(former).isGreaterThan(all.size() / 2);
  }

  /** The server adds the commands of a task together with its end. */
  private static boolean readable(WorkflowExecutionHistory whole, int events) {
    HistoryEvent next = whole.getEvents().get(events);
    return next.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED
        || next.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED
        || next.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED;
  }

  @Test
  void aHistoryUnderNewerRulesIsRefused() {
    WorkflowExecutionHistory newer =
        Histories.altered(
            Histories.of("new-policy-succeeds-0"),
            event -> {
              if (!event.getMarkerRecordedEventAttributes().containsDetails("version")) {
                return event;
              }
              HistoryEvent.Builder changed = event.toBuilder();
              changed
                  .getMarkerRecordedEventAttributesBuilder()
                  .putDetails("version", CONVERTER.toPayloads(99).orElseThrow());
              return changed.build();
            });

    assertThatThrownBy(() -> replayer.replay(List.of(newer)))
        .isExactlyInstanceOf(HistoryException.class)
        .hasMessageMatching(
            "Cannot replay the run of policies/web-tls, attempt 1, started at \\S+: it began under"
                + " rules 99, and this build knows 1 to 2\\. Use a newer build\\.");
  }

  @Test
  void aHistoryOfAnotherWorkflowIsRefused() {
    WorkflowExecutionHistory other =
        Histories.altered(
            Histories.of("new-policy-succeeds-0"),
            event -> {
              if (!event.hasWorkflowExecutionStartedEventAttributes()) {
                return event;
              }
              HistoryEvent.Builder changed = event.toBuilder();
              changed
                  .getWorkflowExecutionStartedEventAttributesBuilder()
                  .getWorkflowTypeBuilder()
                  .setName("TransferMoney");
              return changed.build();
            });

    assertThatThrownBy(() -> replayer.replay(List.of(other)))
        .isExactlyInstanceOf(HistoryException.class)
        .hasMessage(
            "Cannot replay the history: it is of a workflow TransferMoney, not PolicyRollout. Give"
                + " the history of a rollout.");
  }

  @Test
  void runsOfTwoAttemptsAreNoChain() {
    assertThatThrownBy(
            () ->
                replayer.replay(
                    List.of(
                        Histories.of("edited-mid-rollout-0"),
                        Histories.of("edited-mid-rollout-1"))))
        .isExactlyInstanceOf(HistoryException.class)
        .hasMessageEndingWith("Give the histories of one attempt, oldest first.");
  }

  @Test
  void aHistoryThatThisBuildWouldNotWriteIsADeviationThatNamesTheEvent() {
    WorkflowExecutionHistory other =
        Histories.altered(
            Histories.of("new-policy-succeeds-0"),
            event -> {
              var scheduled = event.getActivityTaskScheduledEventAttributes();
              if (!scheduled.getActivityType().getName().equals("DispatchVersion")) {
                return event;
              }
              HistoryEvent.Builder changed = event.toBuilder();
              changed
                  .getActivityTaskScheduledEventAttributesBuilder()
                  .getActivityTypeBuilder()
                  .setName("LookAtClusters");
              return changed.build();
            });

    assertThatThrownBy(() -> replayer.replay(List.of(other)))
        .isInstanceOf(DeviationException.class)
        .hasMessageMatching(
            "Cannot repeat the run of policies/web-tls, attempt 1, started at \\S+: this build"
                + " decides otherwise\\. Temporal's replay stops: Failure handling event \\d+"
                + " .*LookAtClusters.*\\. Replay it with the build that ran it, .*");
  }

  @Test
  void aReplayLeavesNoThread() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    replayer.replay(List.of(Histories.of("new-policy-succeeds-0")));

    WorkflowPatience.await()
        .untilAsserted(
            () ->
                assertThat(before)
                    .containsAll(
                        Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> !thread.getName().startsWith("awaitility"))
                            .toList()));
  }
}
