package io.sluice.hub;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.Rollout;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.IdleStatusBuilder;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusPublicationTest {
  private final TickingClock clock = new TickingClock(NOW);
  private final RequestPool pool = new RequestPool(2);
  private final RequestPool cachePool = new RequestPool(8);
  private TestHub hub;
  private EventRecorder events;
  private RolloutObjects rollouts;
  private RetirementWriter retirements;
  private KubernetesHubActivities activities;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.policy("one");
    events = new EventRecorder(hub.client, clock);
    rollouts = new RolloutObjects(hub.client, clock);
    retirements = new RetirementWriter(hub.client, clock);
    rollouts.ensure(hub.root(), 0, Optional::empty);
    activities =
        new KubernetesHubActivities(
            hub.client,
            new ReplicaStore(),
            new HubReader(hub.client, cachePool)::read,
            PropagatorGuard.ALONE,
            pool,
            new Evidence(Evidence.DEFAULT_SKEW),
            events,
            NoticeRules.NONE,
            clock,
            () -> (done, of) -> {},
            HubActivitiesScenario.LIMITS);
  }

  @AfterEach
  void stop() {
    pool.close();
    cachePool.close();
    events.close();
    hub.close();
  }

  private AttemptRef claimed(String uid, long number) {
    AttemptRef attempt = hub.attempt(uid, number);
    assertThat(activities.claim(attempt).granted()).isTrue();
    return attempt;
  }

  private static Progress progress(Phase phase, Optional<Outcome> outcome, String waitingFor) {
    return TestPublication.progress(phase, outcome, waitingFor, false);
  }

  private static StatusUpdate update(AttemptRef attempt, String waitingFor, String... warnings) {
    return new StatusUpdate(
        attempt,
        progress(Phase.PROGRESSING, Optional.empty(), waitingFor),
        true,
        List.of(warnings),
        Optional.empty());
  }

  private RolloutStatus status() {
    return rollout().getStatus();
  }

  /** The conditions but those that follow from the rest of the status. */
  private List<Condition> judged() {
    return status().conditions.stream()
        .filter(
            condition -> !List.of("Ready", "Reconciling", "Stalled").contains(condition.getType()))
        .toList();
  }

  private Rollout rollout() {
    return hub.client
        .resources(Rollout.class)
        .inNamespace(POLICY.namespace())
        .withName(POLICY.rolloutName())
        .get();
  }

  private GenericKubernetesResource object() {
    return hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName());
  }

  private void assertClaimLost(StatusUpdate update) {
    assertThatThrownBy(() -> activities.publish(update))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> assertThat(failure.getType()).isEqualTo(HubActivities.CLAIM_LOST));
  }

  @Test
  void aPublicationIsReadBackAsTyped() {
    activities.publish(update(claimed("u1", 1), "Waiting."));
    RolloutStatus status = status();
    assertThat(status.phase).isEqualTo("Progressing");
    assertThat(status.waitingFor).isEqualTo("Waiting.");
    assertThat(status.counts).isEqualTo(new Counts(2, 1, 1, 0, 0, 0, 0, 0, 0));
    assertThat(status.startedAt).isEqualTo("2026-02-03T10:00:00Z");
    assertThat(judged())
        .extracting(condition -> condition.getType() + "=" + condition.getReason())
        .containsExactly("Accepted=Valid");
    assertThat(status.conditions)
        .extracting(condition -> condition.getType() + "=" + condition.getStatus())
        .contains("Ready=False", "Reconciling=True", "Stalled=False");
    assertThat(status.progress).isEqualTo("0/2");
  }

  /** Events are recorded in the background, and may be late. */
  private List<RecordedWrite> writes() {
    return hub.hub.writes().stream().filter(write -> !write.resource().equals("events")).toList();
  }

  @Test
  void anEqualPublicationWritesNothing() {
    AttemptRef attempt = claimed("u1", 1);
    activities.publish(update(attempt, "Waiting."));
    hub.hub.forgetRequests();
    activities.publish(update(attempt, "Waiting."));
    assertThat(writes()).isEmpty();
  }

  @Test
  void anEditOfTheSpecMeanwhileIsKeptAndAnswered() {
    AttemptRef attempt = claimed("u1", 1);
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("update").kind("Rollout").subresource("status"),
            Fault.conflict(),
            2);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("paused", true));
    hub.update(edited);
    activities.publish(update(attempt, "Waiting."));
    assertThat(rollout().getSpec().paused).isTrue();
    assertThat(status().observedGeneration).isEqualTo(rollout().getMetadata().getGeneration());
    assertThat(status().waitingFor).isEqualTo("Waiting.");
  }

  @Test
  void aRunThatLostItsClaimPublishesNothing() {
    AttemptRef old = claimed("u1", 1);
    claimed("u2", 2);
    assertClaimLost(update(old, "A late message."));
    assertThat(status().rolloutUID).isEqualTo("u2");
    assertThat(status().waitingFor).doesNotContain("late");
    hub.delete(object());
    assertClaimLost(update(old, "A late message."));
  }

  @Test
  void aSuccessStoresThePolicyAndTheRevisionThatKeepsIt() {
    Revision kept = new Revisions(hub.client).keep(hub.root());
    AttemptRef attempt = claimed("u1", 1);
    activities.publish(
        new StatusUpdate(
            attempt,
            progress(Phase.DONE, Optional.of(Outcome.SUCCEEDED), ""),
            false,
            List.of(),
            Optional.empty()));
    RolloutStatus status = status();
    assertThat(status.lastSuccessfulRevision).isEqualTo(kept.name());
    assertThat(status.lastSuccessful)
        .containsEntry("kind", "Policy")
        .containsEntry("name", "tls")
        .containsKeys("spec", "labels", "annotations");
    assertThat(status.policyVersion).isEqualTo("7");
    assertThat(status.runOpen).isFalse();
  }

  @Test
  void theNextClaimTurnsTheFormerAttemptIntoHistoryAndKeepsTheLastSuccess() {
    new Revisions(hub.client).keep(hub.root());
    activities.publish(
        new StatusUpdate(
            claimed("u1", 1),
            progress(Phase.DONE, Optional.of(Outcome.SUCCEEDED), ""),
            false,
            List.of(),
            Optional.empty()));
    claimed("u2", 2);
    RolloutStatus status = status();
    assertThat(status.outcome).isNull();
    assertThat(status.lastSuccessfulRevision).isNotNull();
    assertThat(status.history)
        .containsExactly(
            new RolloutStatus.Former(
                "u1", 1L, "Succeeded", null, "2026-02-03T10:00:00Z", null, List.of(), null, null));
  }

  @Test
  void aWarningBecomesOneEventHoweverOftenItIsSent() {
    AttemptRef attempt = claimed("u1", 1);
    activities.publish(update(attempt, "Waiting.", "x".repeat(2000)));
    activities.publish(update(attempt, "Waiting.", "x".repeat(2000)));
    events.close();
    List<GenericKubernetesResource> written = written("RolloutWarning");
    assertThat(written).hasSize(1);
    assertThat(HubObjects.part(written.get(0), "regarding"))
        .containsEntry("name", "policy-tls")
        .containsEntry("uid", object().getMetadata().getUid());
  }

  private List<GenericKubernetesResource> written(String reason) {
    return hub
        .client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(POLICY.namespace())
        .list()
        .getItems()
        .stream()
        .filter(event -> reason.equals(event.getAdditionalProperties().get("reason")))
        .toList();
  }

  @Test
  void aClaimAndAnEndAreEventsOnTheRollout() {
    activities.publish(
        new StatusUpdate(
            claimed("u1", 1),
            progress(Phase.HALTED, Optional.of(Outcome.FAILED), "3 failed > 2."),
            false,
            List.of(),
            Optional.empty()));
    events.close();
    assertThat(written("RolloutStarted")).hasSize(1);
    assertThat(written("RolloutHalted").get(0).getAdditionalProperties())
        .containsEntry("note", "3 failed > 2.")
        .containsEntry("type", "Warning");
    assertThat(written("RolloutFailed")).hasSize(1);
  }

  @Test
  void aRefusalIsPublishedWithItsReason() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("rolloutStrategy", Map.of("type", "All")));
    hub.update(edited);
    String refusal = activities.observe(attempt).refusal().orElseThrow();
    activities.publish(
        new StatusUpdate(
            attempt,
            TestPublication.progress(Phase.PENDING, Optional.empty(), refusal, true),
            true,
            List.of(),
            Optional.empty()));
    assertThat(judged())
        .extracting(condition -> condition.getStatus() + " " + condition.getReason())
        .containsExactly("False TwoStrategies");
  }

  @Test
  void aPausedRunPublishesARefusalAndThatItIsOver() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("rolloutStrategy", Map.of("type", "All")));
    hub.update(edited);
    String refusal = activities.observe(attempt).refusal().orElseThrow();
    publishPaused(attempt, "Paused by ann. Send the update resume. " + refusal, true);
    assertThat(judged())
        .extracting(condition -> condition.getStatus() + " " + condition.getReason())
        .containsExactly("False TwoStrategies");

    publishPaused(attempt, "Paused by ann. Send the update resume.", false);
    assertThat(judged())
        .extracting(condition -> condition.getStatus() + " " + condition.getReason())
        .containsExactly("True Valid");
  }

  @Test
  void theWordsOfAMessageDecideNothing() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("rolloutStrategy", Map.of("type", "All")));
    hub.update(edited);
    publishPaused(attempt, "Settings are refused, in other words.", true);
    assertThat(judged())
        .extracting(condition -> condition.getStatus() + " " + condition.getReason())
        .containsExactly("False TwoStrategies");

    publishPaused(attempt, "Paused by Cannot roll out policy retail/tls, who is so called.", false);
    assertThat(judged())
        .extracting(condition -> condition.getStatus() + " " + condition.getReason())
        .containsExactly("True Valid");
  }

  private void publishPaused(AttemptRef attempt, String message, boolean refused) {
    activities.publish(
        new StatusUpdate(
            attempt,
            TestPublication.progress(Phase.PAUSED, Optional.empty(), message, refused),
            true,
            List.of(),
            Optional.empty()));
  }

  @Test
  void aRetryOfARunningAttemptIsAnsweredAsNotAccepted() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("retryRollout", Map.of("rolloutUID", "u1")));
    hub.update(edited);
    activities.publish(update(attempt, "Waiting."));
    assertThat(judged())
        .filteredOn(condition -> condition.getType().equals("RetryAccepted"))
        .extracting(condition -> condition.getStatus() + " " + condition.getReason())
        .containsExactly("False Running");
  }

  /** Writes the status as the controller does, with these settings of the policy. */
  private void writeIdleStatus(Optional<Refusal> refusal) {
    writeIdleStatus(refusal, hub.attempt("u", 1).strategyHash());
  }

  private void writeIdleStatus(Optional<Refusal> refusal, String strategyHash) {
    PolicyContext context = PolicyContext.of(new HubReader(hub.client, pool).read(POLICY), NOW);
    SettingsValidation acceptance =
        new SettingsValidation(
            Optional.of(Strategy.all()),
            PendingMode.KEEP_PREVIOUS,
            true,
            Optional.empty(),
            List.of(),
            refusal);
    RootView root =
        new RootView(
            context.version().orElseThrow(), false, false, true, strategyHash, Optional.empty());
    DueInput facts =
        new DueInput(
            root,
            Optional.of(acceptance),
            Optional.of(RolloutStatusParser.of(object()).record(root.version().policyUid())),
            FleetView.of(List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of("d1")))),
            List.of(),
            0,
            DueInput.Temporal.UNREACHABLE);
    rollouts.writeIdleStatus(
        object(),
        hub.root().name(),
        hub.root().uid(),
        new IdleStatusBuilder(
                facts,
                AttemptDue.judge(facts),
                context,
                List.of(),
                replica -> Verdict.POSITIVE,
                Optional.empty(),
                0)
            ::status);
  }

  @Test
  void theControllerCreatesTheObjectOnceAndWritesStatusOnlyWhileNoRunIsOpen() {
    rollouts.ensure(hub.root(), 0, Optional::empty);
    assertThat(status().attempt).isZero();
    Refusal refused = new Refusal("BadNumber", "Cannot roll out ...");
    writeIdleStatus(Optional.of(refused));
    assertThat(status().phase).isEqualTo("Pending");
    assertThat(status().waitingFor).isEqualTo("Cannot roll out ...");
    claimed("u1", 1);
    hub.hub.forgetRequests();
    writeIdleStatus(Optional.of(refused));
    assertThat(writes()).isEmpty();
  }

  @Test
  void theNumberIsRaisedToTheReplicasUnlessARunIsOpen() {
    rollouts.ensure(hub.root(), 5, Optional::empty);
    assertThat(status().attempt).isEqualTo(5);
    assertThat(status().waitingFor).isEqualTo("Waiting for the first attempt to begin.");
    assertThat(activities.claim(hub.attempt("u1", 1)).granted()).isFalse();
    claimed("u6", 6);
    rollouts.ensure(hub.root(), 9, Optional::empty);
    assertThat(status().attempt).isEqualTo(6);
  }

  @Test
  void theReasonThatDelaysAnAttemptIsReported() {
    writeIdleStatus(Optional.empty());
    assertThat(status().waitingFor)
        .isEqualTo(
            "Waiting for Temporal, which cannot be reached, to start attempt 1: the policy was"
                + " never rolled out.");
    assertThat(status().rolloutStatus).isEqualTo("Progressing");
  }

  @Test
  void anApprovalWithoutAGroupIsReportedByControllerAndRun() {
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty(
        "spec", Map.of("decisionGroups", List.of(Map.of("groupName", "qa"))));
    hub.update(edited);
    writeIdleStatus(Optional.empty());
    assertThat(approvalsMatched()).containsExactly("False UnknownGroup");
    AttemptRef attempt = claimed("u1", 1);
    edited = object();
    edited.setAdditionalProperty("spec", Map.of("paused", true));
    hub.update(edited);
    activities.publish(update(attempt, "Waiting."));
    assertThat(approvalsMatched()).isEmpty();
    edited = object();
    edited.setAdditionalProperty(
        "spec", Map.of("decisionGroups", List.of(Map.of("groupName", "qa"))));
    hub.update(edited);
    activities.publish(update(attempt, "Waiting."));
    assertThat(approvalsMatched()).containsExactly("False UnknownGroup");
  }

  private List<String> approvalsMatched() {
    return status().conditions.stream()
        .filter(condition -> condition.getType().equals("ApprovalsMatched"))
        .map(condition -> condition.getStatus() + " " + condition.getReason())
        .toList();
  }

  @Test
  void aLatePublicationDoesNotOpenTheRunAgain() {
    AttemptRef attempt = claimed("u1", 1);
    StatusUpdate last =
        new StatusUpdate(
            attempt,
            progress(Phase.DONE, Optional.of(Outcome.FAILED), ""),
            false,
            List.of(),
            Optional.empty());
    activities.publish(last);
    assertClaimLost(update(attempt, "A late message."));
    hub.hub.forgetRequests();
    activities.publish(last);
    assertThat(writes()).isEmpty();
    assertThat(status().runOpen).isFalse();
  }

  @Test
  void whetherTheRunIsOpenIsReadBackWithItsStatus() {
    AttemptRef attempt = claimed("u1", 1);
    activities.publish(update(attempt, "Waiting."));
    assertThat(RolloutStatusParser.of(object()).lastReported().runOpen()).isTrue();
    activities.publish(
        new StatusUpdate(
            attempt,
            progress(Phase.DONE, Optional.of(Outcome.FAILED), ""),
            false,
            List.of(),
            Optional.empty()));
    assertThat(RolloutStatusParser.of(object()).lastReported().runOpen()).isFalse();
  }

  @Test
  void aRefusalBetweenAttemptsIsReportedAndWithdrawn() {
    AttemptRef attempt = claimed("u1", 1);
    activities.publish(
        new StatusUpdate(
            attempt,
            progress(Phase.DONE, Optional.of(Outcome.SUCCEEDED), ""),
            false,
            List.of(),
            Optional.empty()));
    Refusal why = new Refusal("BadNumber", "Cannot roll out policy x: y.");
    writeIdleStatus(Optional.of(why), "another strategy");
    assertThat(status().phase).isEqualTo("Pending");
    assertThat(status().rolloutStatus).isEqualTo("ToApply");
    writeIdleStatus(Optional.empty());
    assertThat(status().phase).isEqualTo("Done");
    assertThat(status().rolloutStatus).isEqualTo("Succeeded");
    assertThat(status().waitingFor).isEmpty();
  }

  @Test
  void aPausedRunKeepsTheAcceptedCondition() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("rolloutStrategy", Map.of("type", "All")));
    hub.update(edited);
    String refusal = activities.observe(attempt).refusal().orElseThrow();
    for (Phase phase : List.of(Phase.PENDING, Phase.PAUSED)) {
      activities.publish(
          new StatusUpdate(
              attempt,
              TestPublication.progress(phase, Optional.empty(), refusal, true),
              true,
              List.of(),
              Optional.empty()));
    }
    assertThat(judged())
        .extracting(condition -> condition.getType() + "=" + condition.getStatus())
        .containsExactly("Accepted=False");
  }

  @Test
  void aRolloutThatAUserCreatedIsNumberedAndKept() {
    hub.delete(object());
    hub.create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-tls, namespace: retail}
        spec: {paused: true}
        """);
    rollouts.ensure(hub.root(), 7, Optional::empty);
    assertThat(status().attempt).isEqualTo(7);
    assertThat(rollout().getSpec().paused).isTrue();
  }

  @Test
  void aRolloutOfADeletedPolicyOfThatNameIsReplaced() {
    String former = object().getMetadata().getUid();
    RootPolicy remade =
        new RootPolicy(POLICY, hub.uidOfAnotherPolicy(), 1, false, hub.root().snapshot(), 1);
    rollouts.ensure(remade, 4, Optional::empty);
    assertThat(object().getMetadata().getUid()).isNotEqualTo(former);
    assertThat(status().attempt).isEqualTo(4);
  }

  @Test
  void aRolloutThatAUserCreatedGetsThePolicyAsOwner() {
    hub.delete(object());
    hub.create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-tls, namespace: retail}
        spec: {paused: true}
        """);
    assertThat(RolloutObjects.owned(object())).isFalse();
    rollouts.ensure(hub.root(), 0, Optional::empty);
    assertThat(RolloutObjects.owned(object())).isTrue();
    assertThat(rollouts.get(POLICY, hub.uidOfAnotherPolicy())).isEmpty();
    assertThat(rollout().getSpec().paused).isTrue();
  }

  private void succeed() {
    new Revisions(hub.client).keep(hub.root());
    activities.publish(
        new StatusUpdate(
            claimed("u1", 1),
            progress(Phase.DONE, Optional.of(Outcome.SUCCEEDED), ""),
            false,
            List.of(),
            Optional.empty()));
  }

  @Test
  void withoutAStrategyTheObjectGoesOnceNoRunIsOpen() {
    claimed("u1", 1);
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.WAIT_FOR_THE_RUN);
    assertThat(object()).isNotNull();
    assertThat(retirements.retire(hub.root(), false, Optional.of("u1")))
        .isEqualTo(RetirementAction.DELETE);
    assertThat(object()).isNull();
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.KEEP);
  }

  @Test
  void withoutAStrategyAnObjectWithASpecKeepsOnlyThatAndItsNumber() {
    succeed();
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("paused", true));
    hub.update(edited);
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.CLEAR);
    assertThat(RolloutStatusTree.status(object())).containsOnlyKeys("attempt");
    assertThat(rollout().getSpec().paused).isTrue();
    hub.hub.forgetRequests();
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.KEEP);
    assertThat(writes()).isEmpty();
  }

  @Test
  void anEditWhileTheObjectIsRetiredIsSeen() {
    succeed();
    hub.hub
        .faults()
        .inject(RequestMatcher.anything().verb("delete").kind("Rollout"), Fault.conflict(), 1);
    assertThat(retirements.retire(hub.root(), false, Optional.empty()))
        .isEqualTo(RetirementAction.DELETE);
    assertThat(object()).isNull();
  }

  @Test
  void aDisabledPolicyForgetsWhatSucceeded() {
    succeed();
    RootPolicy before = hub.root();
    GenericKubernetesResource edited = hub.get(Kinds.POLICY, POLICY.namespace(), POLICY.name());
    edited.setAdditionalProperty("spec", Map.of("disabled", true, "policy-templates", List.of()));
    hub.update(edited);
    RootPolicy disabled = hub.root();
    // A policy that has changed since it was seen justifies nothing.
    assertThat(retirements.retire(before, false, Optional.empty()))
        .isEqualTo(RetirementAction.KEEP);
    assertThat(object()).isNotNull();
    assertThat(retirements.retire(disabled, true, Optional.empty()))
        .isEqualTo(RetirementAction.FORGET_SUCCESS);
    assertThat(status().lastSuccessful).isNull();
    assertThat(status().lastSuccessfulRevision).isNull();
    assertThat(status().rolloutStatus).isNull();
    assertThat(status().outcome).isEqualTo("Succeeded");
    assertThat(judged()).noneMatch(condition -> condition.getType().equals("LastSuccessfulStored"));
  }
}
