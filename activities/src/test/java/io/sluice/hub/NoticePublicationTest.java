package io.sluice.hub;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.hub.notification.PendingNotices.Delivery;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.hub.write.RunStatusWriter;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.status.RolloutCondition;
import io.sluice.workflow.AttemptRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks on a hub that what people are to be told is written with the status, and once. */
class NoticePublicationTest {
  private static final Map<String, Object> CHAT =
      Map.of("notifications", List.of(Map.of("name", "chat", "url", "https://chat.example.com")));

  private final TickingClock clock = new TickingClock(NOW);
  private TestHub hub;
  private EventRecorder events;
  private RolloutObjects rollouts;
  private RunStatusWriter runs;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.policy("one");
    events = EventRecorder.to(said -> {});
    rollouts = new RolloutObjects(hub.client, clock).with(NoticeRules.ofSpec());
    runs = new RunStatusWriter(rollouts, events, clock);
    rollouts.ensure(hub.root(), 0, CHAT, Optional::empty);
  }

  @AfterEach
  void stop() {
    events.close();
    hub.close();
  }

  private AttemptRef claimed(String uid, long number) {
    AttemptRef attempt = hub.attempt(uid, number);
    assertThat(runs.claim(attempt, Optional.empty()).granted()).isTrue();
    return attempt;
  }

  private void publish(AttemptRef attempt, Phase phase, Optional<Outcome> outcome, boolean open) {
    new TestPublication(attempt, phase, outcome, "3 failed > 2.", open)
        .write(runs, Optional.empty());
  }

  private void halt(AttemptRef attempt) {
    publish(attempt, Phase.HALTED, Optional.empty(), true);
  }

  private GenericKubernetesResource object() {
    return hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName());
  }

  private List<String> waiting() {
    return PendingNotices.of(RolloutStatusTree.status(object())).pending().stream()
        .map(Pending::id)
        .toList();
  }

  private void deliver(String id) {
    rollouts.update(
        POLICY,
        object ->
            Optional.of(
                PendingNotices.removed(
                    RolloutStatusTree.status(object),
                    Set.of(new Delivery(id, "chat")),
                    List.of())));
  }

  @Test
  void aWriteThatIsRepeatedAfterConflictsRecordsOnce() {
    AttemptRef attempt = claimed("u1", 1);
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("update").kind("Rollout").subresource("status"),
            Fault.conflict(),
            2);
    halt(attempt);
    halt(attempt);

    assertThat(waiting()).containsExactly("u1/halted/1");
  }

  @Test
  void whatWasDeliveredStaysAwayWhileTheRunWrites() {
    AttemptRef attempt = claimed("u1", 1);
    halt(attempt);
    deliver("u1/halted/1");
    publish(attempt, Phase.PROGRESSING, Optional.empty(), true);
    assertThat(waiting()).isEmpty();
    halt(attempt);

    assertThat(waiting()).containsExactly("u1/halted/2");
  }

  @Test
  void aDeliveryKeepsWhatTheRunHasRecordedMeanwhile() {
    AttemptRef attempt = claimed("u1", 1);
    halt(attempt);
    publish(attempt, Phase.DONE, Optional.of(Outcome.ABORTED), false);
    deliver("u1/halted/1");

    assertThat(waiting()).containsExactly("u1/aborted/1");
  }

  @Test
  void theNextClaimTellsOfTheEndThatNobodyWrote() {
    halt(claimed("u1", 1));
    claimed("u2", 2);

    assertThat(waiting()).containsExactly("u1/halted/1", "u1/superseded/1");
  }

  @Test
  void whoHasNoRulesLeavesWhatWaits() {
    halt(claimed("u1", 1));
    new RolloutObjects(hub.client, clock)
        .update(
            POLICY,
            object -> {
              Map<String, Object> status = new LinkedHashMap<>(RolloutStatusTree.status(object));
              status.put("phase", "Progressing");
              return Optional.of(status);
            });

    assertThat(waiting()).containsExactly("u1/halted/1");
  }

  /** It would go with the object, or with its status. */
  @Test
  void anObjectIsRetiredOnceNothingWaits() {
    RetirementWriter retirements = new RetirementWriter(hub.client, clock);
    publish(claimed("u1", 1), Phase.DONE, Optional.of(Outcome.SUPERSEDED), false);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of());
    hub.update(edited);

    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.CLEAR);
    assertThat(waiting()).containsExactly("u1/superseded/1");
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.KEEP);
    deliver("u1/superseded/1");
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.DELETE);
  }

  /** What the former attempt has released says nothing of this one, which enforces anew. */
  @Test
  void everyAttemptIsReleasedByItself() {
    publish(claimed("u1", 1), Phase.DONE, Optional.of(Outcome.SUCCEEDED), false);
    release();
    release();
    publish(claimed("u2", 2), Phase.DONE, Optional.of(Outcome.SUCCEEDED), false);
    release();

    assertThat(waiting())
        .containsExactly("u1/succeeded/1", "u1/released/1", "u2/succeeded/1", "u2/released/1");
  }

  private void release() {
    rollouts.update(
        POLICY,
        object ->
            Optional.of(
                RolloutStatusTree.of(RolloutStatusTree.status(object))
                    .condition(
                        RolloutCondition.OVERRIDE_RELEASED,
                        true,
                        "Released",
                        "0 of 2 enforced: all inform again.",
                        1,
                        clock.instant())
                    .tree()));
  }
}
