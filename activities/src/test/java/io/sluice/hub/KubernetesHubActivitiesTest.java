package io.sluice.hub;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.batch.HeartbeatSender;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Ack;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Report;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubernetesHubActivitiesTest {
  private final TickingClock clock = new TickingClock(NOW);
  private final ReplicaStore store = new ReplicaStore();
  private final RequestPool pool = new RequestPool(8);
  private final RequestPool cachePool = new RequestPool(8);
  private final List<Integer> beats = new ArrayList<>();
  private TestHub hub;
  private EventRecorder events;
  private RolloutObjects rollouts;
  private Function<PolicyName, PolicyObjects> cached;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.policy("one");
    events = new EventRecorder(hub.client, clock);
    rollouts = new RolloutObjects(hub.client, clock);
    rollouts.ensure(hub.root(), 0, Optional::empty);
    cached = new HubReader(hub.client, cachePool)::read;
  }

  @AfterEach
  void stop() {
    pool.close();
    cachePool.close();
    events.close();
    hub.close();
  }

  private KubernetesHubActivities activities() {
    return activities((done, of) -> beats.add(done));
  }

  private KubernetesHubActivities activities(HeartbeatSender heartbeat) {
    return new KubernetesHubActivities(
        hub.client,
        store,
        cached,
        PropagatorGuard.ALONE,
        pool,
        new Evidence(Evidence.DEFAULT_SKEW),
        events,
        NoticeRules.NONE,
        clock,
        () -> heartbeat,
        HubActivitiesScenario.LIMITS);
  }

  private AttemptRef claimed(String uid, long number) {
    AttemptRef attempt = hub.attempt(uid, number);
    assertThat(activities().claim(attempt)).isEqualTo(ClaimAnswer.held());
    return attempt;
  }

  private static Batch batch(AttemptRef attempt, String... clusters) {
    return new Batch(attempt, "dev", List.of(clusters));
  }

  private Map<String, Object> status() {
    return RolloutStatusTree.status(
        hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName()));
  }

  private static void assertClaimLost(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> {
              assertThat(failure.getType()).isEqualTo(HubActivities.CLAIM_LOST);
              assertThat(failure.isNonRetryable()).isTrue();
            });
  }

  @Test
  void aClaimOpensTheRunAndNamesTheAttempt() {
    claimed("u1", 1);
    assertThat(status())
        .containsEntry("attempt", 1)
        .containsEntry("rolloutUID", "u1")
        .containsEntry("runOpen", true)
        .containsEntry("currentRolloutGeneration", 1);
  }

  @Test
  void ofTwoClaimsOneWins() {
    List<CompletableFuture<ClaimAnswer>> claims =
        Stream.of("a", "b", "c", "d")
            .map(uid -> hub.attempt(uid, 1))
            .map(attempt -> CompletableFuture.supplyAsync(() -> activities().claim(attempt)))
            .toList();
    List<ClaimAnswer> answers = claims.stream().map(CompletableFuture::join).toList();
    assertThat(answers).filteredOn(ClaimAnswer::granted).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> !answer.granted())
        .extracting(ClaimAnswer::because)
        .containsOnly("the Rollout object is at attempt 1, so attempt 1 cannot take it");
  }

  @Test
  void aRepeatedClaimIsGrantedAndWritesNothing() {
    AttemptRef attempt = claimed("u1", 1);
    hub.hub.forgetRequests();
    assertThat(activities().claim(attempt).granted()).isTrue();
    assertThat(hub.hub.writes()).isEmpty();
  }

  @Test
  void aClaimWithALostAnswerIsGranted() {
    hub.hub
        .faults()
        .inject(RequestMatcher.anything().verb("update").kind("Rollout"), Fault.lostAnswer(), 1);
    claimed("u1", 1);
  }

  @Test
  void aClaimThatSkipsANumberOrHasNoObjectIsRefused() {
    assertThat(activities().claim(hub.attempt("u3", 3)).because())
        .isEqualTo("the Rollout object is at attempt 0, so attempt 3 cannot take it");
    hub.delete(hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName()));
    assertThat(activities().claim(hub.attempt("u1", 1)).because())
        .isEqualTo("the Rollout object is gone");
  }

  @Test
  void aBatchWritesTheVersionToEachClusterOnce() {
    hub.fleet("c1", "c2", "c3");
    AttemptRef attempt = claimed("u1", 1);
    hub.hub.forgetRequests();
    BatchAnswer answer = activities().dispatch(batch(attempt, "c1", "c2", "c3"));
    assertThat(answer.acks())
        .containsExactly(
            Ack.written("c1", NOW, 1), Ack.written("c2", NOW, 1), Ack.written("c3", NOW, 1));
    assertThat(answer.reports()).isEmpty();
    assertThat(hub.contentWrites()).isEqualTo(3);
    assertThat(HubObjects.part(hub.replica("c2"), "spec"))
        .containsEntry("remediationAction", "enforce")
        .doesNotContainKey("rolloutStrategy");
    assertThat(beats).isNotEmpty();
  }

  @Test
  void aRepeatedBatchWritesNothingAndAnswersTheSame() {
    hub.fleet("c1", "c2");
    AttemptRef attempt = claimed("u1", 1);
    BatchAnswer first = activities().dispatch(batch(attempt, "c1", "c2"));
    clock.pass(Duration.ofMinutes(5));
    hub.hub.forgetRequests();
    BatchAnswer second = activities().dispatch(batch(attempt, "c1", "c2"));
    assertThat(second.acks()).isEqualTo(first.acks());
    assertThat(hub.contentWrites()).isZero();
    assertThat(second.reports()).extracting(Report::verdict).containsOnly(Verdict.SILENT);
  }

  @Test
  void aReplicaThatIsGoneIsWrittenAgainAsOfTheFirstDispatch() {
    hub.fleet("c1");
    AttemptRef attempt = claimed("u1", 1);
    activities().dispatch(batch(attempt, "c1"));
    hub.delete(hub.replica("c1"));
    clock.pass(Duration.ofMinutes(5));
    Batch again = new Batch(attempt, "dev", List.of("c1"), new TreeMap<>(Map.of("c1", NOW)));
    assertThat(activities().dispatch(again).acks()).containsExactly(Ack.written("c1", NOW, 1));
    Dispatch given =
        ReplicaParser.of(hub.replica("c1")).orElseThrow().replica().dispatch().orElseThrow();
    assertThat(given.at()).isEqualTo(NOW);
    assertThat(given.written()).isEqualTo(clock.instant());
  }

  @Test
  void aRetryLeavesWhatIsThereUnwrittenAndReportsItsVerdict() {
    hub.fleet("c1");
    activities().dispatch(batch(claimed("u1", 1), "c1"));
    hub.report("c1", "Compliant", "e1", NOW.plusSeconds(5));
    clock.pass(Duration.ofHours(1));
    AttemptRef retry = claimed("u2", 2);
    BatchAnswer answer = activities().dispatch(batch(retry, "c1"));
    assertThat(answer.acks()).containsExactly(Ack.written("c1", clock.instant(), 1));
    assertThat(answer.reports())
        .containsExactly(
            new Report(
                "c1",
                1,
                retry.version().contentHash(),
                Verdict.POSITIVE,
                false,
                false,
                clock.instant().toEpochMilli()));
  }

  @Test
  void aBatchOfAnAttemptThatIsOverWritesNothing() {
    hub.fleet("c1");
    AttemptRef old = claimed("u1", 1);
    claimed("u2", 2);
    hub.hub.forgetRequests();
    assertClaimLost(() -> activities().dispatch(batch(old, "c1")));
    assertThat(hub.hub.writes()).isEmpty();
  }

  @Test
  void aForgedHigherNumberOnAReplicaDoesNotStopTheBatch() {
    hub.fleet("c1");
    AttemptRef attempt = claimed("u1", 1);
    activities().dispatch(batch(attempt, "c1"));
    GenericKubernetesResource forged = hub.replica("c1");
    forged
        .getMetadata()
        .getAnnotations()
        .computeIfPresent(
            Dispatch.ANNOTATION,
            (key, text) -> text.replace("\"attempt\":1,", "\"attempt\":9223372036854775807,"));
    forged.setAdditionalProperty("spec", Map.of("disabled", true));
    hub.update(forged);
    activities().dispatch(batch(attempt, "c1"));
    assertThat(ReplicaParser.of(hub.replica("c1")).orElseThrow().replica().dispatch())
        .hasValueSatisfying(dispatch -> assertThat(dispatch.attempt()).isEqualTo(1));
  }

  @Test
  void aClusterWithoutNamespaceDoesNotHoldUpTheOthers() {
    hub.fleet("c1", "detached");
    hub.detach("detached");
    AttemptRef attempt = claimed("u1", 1);
    BatchAnswer answer = activities().dispatch(batch(attempt, "c1", "detached"));
    assertThat(answer.acks().get(0).refusal()).isEmpty();
    assertThat(answer.acks().get(1).refusal().orElseThrow()).contains("no namespace");
  }

  @Test
  void aBatchWritesItsOwnVersionAlsoAfterAnEditOfThePolicy() {
    hub.fleet("c1");
    AttemptRef attempt = claimed("u1", 1);
    new Revisions(hub.client).keep(hub.root());
    edit();
    activities().dispatch(batch(attempt, "c1"));
    assertThat(ReplicaParser.of(hub.replica("c1")).orElseThrow().replica().contentHash())
        .isEqualTo(attempt.version().contentHash());
  }

  @Test
  void aVersionWithoutARevisionIsRefusedForEveryCluster() {
    hub.fleet("c1");
    AttemptRef attempt = claimed("u1", 1);
    edit();
    assertThat(activities().dispatch(batch(attempt, "c1")).acks().get(0).refusal().orElseThrow())
        .contains("no ControllerRevision keeps generation 1");
  }

  @Test
  void noRequestIsSentAfterTheHeartbeatFails() {
    String[] names = IntStream.range(0, 60).mapToObj(i -> "c" + i).toArray(String[]::new);
    hub.fleet(names);
    AttemptRef attempt = claimed("u1", 1);
    hub.hub.forgetRequests();
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("create").kind("Policy"),
            Fault.latency(Duration.ofMillis(300)));
    KubernetesHubActivities stopped =
        activities(
            (done, of) -> {
              throw new IllegalStateException("the activity was canceled");
            });
    assertThatThrownBy(() -> stopped.dispatch(batch(attempt, names)))
        .hasMessage("the activity was canceled");
    long written = hub.contentWrites();
    assertThat(written).isLessThan(60L);
    assertThat(hub.contentWrites()).isEqualTo(written);
  }

  @Test
  void aLookJudgesWhatIsOnTheHubNow() {
    hub.fleet("c1", "c2", "c3", "c4");
    hub.disconnect("c4");
    AttemptRef attempt = claimed("u1", 1);
    activities().dispatch(batch(attempt, "c1", "c2", "c4"));
    hub.report("c1", "Compliant", "e1", NOW.plusSeconds(1));
    hub.report("c2", "NonCompliant", "e2", NOW.plusSeconds(1));
    List<Report> reports = activities().look(batch(attempt, "c1", "c2", "c3", "c4")).reports();
    assertThat(reports)
        .extracting(Report::verdict)
        .containsExactly(Verdict.POSITIVE, Verdict.NEGATIVE, Verdict.SILENT, Verdict.SILENT);
    assertThat(reports).extracting(Report::unreachable).containsExactly(false, false, false, true);
    assertThat(reports).extracting(Report::gone).containsExactly(false, false, true, false);
    assertThat(reports)
        .filteredOn(report -> !report.gone())
        .extracting(Report::contentHash)
        .containsOnly(attempt.version().contentHash());
  }

  @Test
  void anObservationShowsRootIntentAndGroups() {
    hub.fleet("c1", "c2");
    AttemptRef attempt = claimed("u1", 1);
    HubSnapshot view = activities().observe(attempt);
    assertThat(view.claim()).isEqualTo(HubSnapshot.ClaimState.HELD);
    assertThat(view.refusal()).isEmpty();
    assertThat(view.root().orElseThrow().version()).isEqualTo(attempt.version());
    assertThat(view.root().orElseThrow().staged()).isTrue();
    assertThat(view.root().orElseThrow().versionAnnotation()).contains("7");
    assertThat(view.fleet().incoherent()).isEmpty();
    assertThat(view.fleet().groups())
        .containsExactly(new DecisionGroup(new GroupKey("fleet", "dev", 0), List.of("c1", "c2")));
  }

  @Test
  void anObservationDistinguishesALostClaimFromADeletedObject() {
    AttemptRef old = claimed("u1", 1);
    claimed("u2", 2);
    assertThat(activities().observe(old).claim()).isEqualTo(HubSnapshot.ClaimState.LOST);
    hub.delete(hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName()));
    assertThat(activities().observe(old).claim()).isEqualTo(HubSnapshot.ClaimState.DELETED);
  }

  @Test
  void aDisabledPolicyIsWrittenToNoCluster() {
    hub.fleet("c1");
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource policy = hub.get(Kinds.POLICY, POLICY.namespace(), POLICY.name());
    Map<String, Object> spec = HubObjects.part(policy, "spec");
    spec.put("disabled", true);
    policy.setAdditionalProperty("spec", spec);
    hub.update(policy);
    BatchAnswer answer = activities().dispatch(batch(attempt, "c1"));
    assertThat(answer.acks().get(0).refusal()).contains("the policy was deleted or disabled");
    assertThat(hub.replica("c1")).isNull();
  }

  private void edit() {
    GenericKubernetesResource policy = hub.get(Kinds.POLICY, POLICY.namespace(), POLICY.name());
    Map<String, Object> spec = HubObjects.part(policy, "spec");
    spec.put("remediationAction", "inform");
    policy.setAdditionalProperty("spec", spec);
    hub.update(policy);
  }
}
