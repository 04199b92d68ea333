package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideEntry;
import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.OverrideObjects;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.beside.UnstagedNote;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists clusters on pages, and takes them off (policy-propagation 14.3). */
class OverrideHandlerTest {
  private final TickingClock clock = new TickingClock(TestHub.NOW);
  private final TestHub hub = new TestHub();
  private final ReplicaStore store = new ReplicaStore();
  private final RequestPool pool = new RequestPool(8);
  private final RequestPool cachePool = new RequestPool(8);
  private final EventRecorder events = new EventRecorder(hub.client, clock);
  private final OverrideObjects override = new OverrideObjects(hub.client);
  private final BesideHubActivities activities =
      new BesideHubActivities(
          hub.client,
          store,
          new OverriddenReplicas(store, new PropagatedChanges(clock), policy -> List.of()),
          HubReader.beside(hub.client, cachePool)::read,
          pool,
          new Evidence(Evidence.DEFAULT_SKEW),
          events,
          NoticeRules.NONE,
          clock,
          () -> (done, of) -> {},
          new BatchLimits(
              Duration.ofSeconds(20),
              Duration.ofSeconds(10),
              Duration.ofSeconds(28),
              Duration.ZERO));
  private AttemptRef attempt;

  @BeforeEach
  void claim() {
    hub.policy("one");
    edit("remediationAction", "inform");
    hub.fleet("c1", "c2", "c3");
    RolloutObjects rollouts = new RolloutObjects(hub.client, clock);
    rollouts.ensure(hub.root(), 0, Optional::empty);
    GenericKubernetesResource rollout =
        hub.get(Kinds.ROLLOUT, "retail", TestHub.POLICY.rolloutName());
    rollout.setAdditionalProperty("spec", Map.of("rolloutStrategy", Map.of("type", "All")));
    hub.update(rollout);
    override.createPlacement(TestHub.POLICY);
    override.createBinding(TestHub.POLICY);
    attempt = attempt("u1", 1);
    assertThat(activities.claim(attempt).granted()).isTrue();
  }

  @AfterEach
  void close() {
    events.close();
    pool.close();
    cachePool.close();
    hub.close();
  }

  private AttemptRef attempt(String uid, long number) {
    PolicyContext context =
        PolicyContext.of(HubReader.beside(hub.client, cachePool).read(TestHub.POLICY), TestHub.NOW);
    return new AttemptRef(
        TestHub.POLICY,
        uid,
        number,
        context.version().orElseThrow(),
        context.strategy().hash(),
        false);
  }

  private void edit(String field, Object value) {
    GenericKubernetesResource policy = hub.get(Kinds.POLICY, "retail", "tls");
    Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(policy, "spec"));
    spec.remove("rolloutStrategy");
    spec.put(field, value);
    policy.setAdditionalProperty("spec", spec);
    hub.update(policy);
  }

  private BatchAnswer dispatch(String... clusters) {
    return activities.dispatch(new Batch(attempt, "dev", List.of(clusters)));
  }

  private List<OverrideEntry> listed() {
    GenericKubernetesResource page =
        hub.get(Kinds.PLACEMENT_DECISION, "retail", "sluice-tls-decision-1");
    return page == null
        ? List.of()
        : JsonTree.maps(HubObjects.part(page, "status"), "decisions").stream()
            .map(
                decision ->
                    OverrideEntry.of(
                        decision.get("clusterName").toString(), decision.get("reason").toString()))
            .toList();
  }

  private List<String> names() {
    return listed().stream().map(OverrideEntry::cluster).toList();
  }

  private static List<String> acknowledged(BatchAnswer answer) {
    return answer.acks().stream().filter(ack -> ack.refusal().isEmpty()).map(Ack::cluster).toList();
  }

  @Test
  void aWaveIsOnePageWithItsDispatchAndARepetitionReturnsTheSameInstant() {
    BatchAnswer first = dispatch("c1", "c2");
    clock.pass(Duration.ofMinutes(3));
    hub.hub.forgetRequests();
    BatchAnswer again = dispatch("c1", "c2");

    assertThat(names()).containsExactly("c1", "c2");
    assertThat(listed().get(0))
        .isEqualTo(new OverrideEntry("c1", "u1", 1, attempt.version().generation(), TestHub.NOW));
    assertThat(acknowledged(first)).containsExactly("c1", "c2");
    assertThat(again.acks()).isEqualTo(first.acks());
    assertThat(hub.hub.writes()).noneMatch(write -> write.resource().equals("placementdecisions"));
  }

  /** What OCM's propagator gave the cluster before it was listed. */
  private void informingReplica(String cluster) {
    GenericKubernetesResource replica =
        hub.create(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata:
              name: retail.tls
              namespace: %1$s
              labels: {policy.open-cluster-management.io/root-policy: retail.tls}
            spec:
              disabled: false
              remediationAction: inform
              policy-templates:
              - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: tls-config}, spec: {}}
            """
                .formatted(cluster));
    hub.report(cluster, "NonCompliant", "tls.1", TestHub.NOW);
    store.put(store.getKey(replica), hub.replica(cluster));
  }

  @Test
  void whileThePropagatorHasTimeToFollowNothingIsSaidOfTheReplica() {
    informingReplica("c1");
    assertThat(dispatch("c1").reports()).isEmpty();
    clock.pass(Duration.ofSeconds(9));
    assertThat(dispatch("c1").reports()).as("asked again").isEmpty();
    assertThat(activities.look(new Batch(attempt, "dev", List.of("c1"))).reports())
        .singleElement()
        .as("who asks has a deadline that is over")
        .satisfies(
            report -> {
              assertThat(report.verdict()).isEqualTo(Verdict.SILENT);
              assertThat(report.late()).isTrue();
            });
  }

  @Test
  void whetherAListedClusterCanBeReachedComesFromTheCacheForAllAtOnce() {
    informingReplica("c1");
    informingReplica("c2");
    dispatch("c1", "c2");
    clock.pass(Duration.ofSeconds(10));
    hub.disconnect("c2");
    hub.hub.forgetRequests();
    assertThat(dispatch("c1", "c2").reports())
        .extracting(Report::cluster, Report::unreachable)
        .containsExactly(tuple("c1", false), tuple("c2", true));
    assertThat(hub.hub.requests()).doesNotContainKey("get managedclusters");
  }

  @Test
  void aPropagatorThatDoesNotFollowInTimeIsReported() {
    informingReplica("c1");
    dispatch("c1");
    clock.pass(Duration.ofSeconds(10));
    assertThat(dispatch("c1").reports()).singleElement().matches(Report::late);
    assertThat(activities.look(new Batch(attempt, "dev", List.of("c1"))).reports())
        .singleElement()
        .matches(Report::late);
  }

  @Test
  void aClusterThatNoPlacementSelectsIsNotTried() {
    BatchAnswer answer = dispatch("c1", "c9");
    assertThat(acknowledged(answer)).containsExactly("c1");
    assertThat(answer.notTried()).containsExactly("c9");
    assertThat(names()).containsExactly("c1");
  }

  @Test
  void noClusterIsListedForAVersionThatIsNotThePresentOne() {
    edit("copyPolicyMetadata", false);
    BatchAnswer answer = dispatch("c1");
    assertThat(answer.notTried()).containsExactly("c1");
    assertThat(listed()).isEmpty();
  }

  @Test
  void noClusterIsListedWhileOneStandsThereForAnotherVersion() {
    dispatch("c1");
    edit("copyPolicyMetadata", false);
    AttemptRef former = attempt;
    attempt = attempt("u1", 1);
    assertThat(attempt.version()).isNotEqualTo(former.version());
    assertThat(dispatch("c2").notTried()).containsExactly("c2");
    assertThat(names()).containsExactly("c1");
  }

  @Test
  void afterAnEditTheRunStillLearnsWhichClustersItHadListed() {
    dispatch("c1");
    edit("copyPolicyMetadata", false);
    BatchAnswer again = dispatch("c1", "c2");
    assertThat(acknowledged(again)).containsExactly("c1");
    assertThat(again.notTried()).containsExactly("c2");
  }

  @Test
  void aPageThatWasEmptiedMeanwhileIsDecidedAnew() {
    dispatch("c1");
    // The page changes between the read and the write: the write meets a conflict.
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("update").kind("PlacementDecision"),
            Fault.conflict(),
            1);
    assertThat(acknowledged(dispatch("c2"))).containsExactly("c2");
    assertThat(names()).containsExactly("c1", "c2");
  }

  @Test
  void nothingIsListedWithoutABindingOrBesideDecisionsOfOthers() {
    hub.create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata: {name: by-hand, namespace: retail, labels: {cluster.open-cluster-management.io/placement: sluice-tls}}
        status: {decisions: [{clusterName: c3, reason: ''}]}
        """);
    assertThat(dispatch("c1").notTried()).containsExactly("c1");
    hub.delete(hub.get(Kinds.PLACEMENT_DECISION, "retail", "by-hand"));
    hub.delete(hub.get(Kinds.PLACEMENT_BINDING, "retail", "sluice-tls"));
    assertThat(dispatch("c1").notTried()).containsExactly("c1");
    assertThat(listed()).isEmpty();
  }

  @Test
  void aPageThatTheHubRefusesIsReportedForEachCluster() {
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("create").kind("PlacementDecision"),
            Fault.error(422, "not allowed"));
    BatchAnswer answer = dispatch("c1", "c2");
    assertThat(answer.acks())
        .hasSize(2)
        .allSatisfy(ack -> assertThat(ack.refusal().orElseThrow()).contains("not allowed"));
  }

  @Test
  void aHubThatFailsHasTriedNoClusterAndThePageThatWasMadeIsUsedNextTime() {
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("update").kind("PlacementDecision"),
            Fault.error(500),
            1);
    assertThat(dispatch("c1").notTried()).containsExactly("c1");
    assertThat(acknowledged(dispatch("c1"))).containsExactly("c1");
    assertThat(names()).containsExactly("c1");
  }

  @Test
  void whatIsTakenBackLeavesItsPageAndTheOthersStay() {
    dispatch("c1", "c2", "c3");
    BatchAnswer answer = activities.takeBack(new Batch(attempt, "dev", List.of("c2")));
    assertThat(acknowledged(answer)).containsExactly("c2");
    assertThat(names()).containsExactly("c1", "c3");
    assertThat(dispatch("c2").notTried()).isEmpty();
    assertThat(names()).containsExactly("c1", "c3", "c2");
  }

  @Test
  void whatIsTakenBackAfterAnEditIsNotedBefore() {
    dispatch("c1", "c2");
    edit("copyPolicyMetadata", false);
    activities.takeBack(new Batch(attempt, "dev", List.of("c1")));
    assertThat(names()).containsExactly("c2");
    GenericKubernetesResource rollout = hub.get(Kinds.ROLLOUT, "retail", "policy-tls");
    assertThat(UnstagedNote.of(rollout).orElseThrow().clusters()).containsExactly("c1");
  }

  @Test
  void theSecondHundredGoesToASecondPageWhichBelongsToThePlacement() {
    almostFull();
    dispatch("c1", "c2", "c3");
    assertThat(listed()).hasSize(100);
    GenericKubernetesResource second =
        hub.get(Kinds.PLACEMENT_DECISION, "retail", "sluice-tls-decision-2");
    assertThat(JsonTree.maps(HubObjects.part(second, "status"), "decisions")).hasSize(2);
    assertThat(second.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(
            owner ->
                assertThat(owner.getUid())
                    .isEqualTo(
                        hub.get(Kinds.PLACEMENT, "retail", "sluice-tls").getMetadata().getUid()));
    assertThat(HubObjects.labels(second))
        .containsEntry("cluster.open-cluster-management.io/placement", "sluice-tls")
        .containsEntry("cluster.open-cluster-management.io/decision-group-index", "0")
        .containsEntry("cluster.open-cluster-management.io/decision-group-name", "")
        .containsEntry("velero.io/exclude-from-backup", "true");
  }

  /** Selects 99 clusters and lists them, so that there is room for one more on their page. */
  private void almostFull() {
    String[] first = IntStream.range(0, 99).mapToObj("n%03d"::formatted).toArray(String[]::new);
    for (String name : first) {
      select(name);
    }
    dispatch(first);
  }

  private void refusePage(int number) {
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything()
                .verb("update")
                .kind("PlacementDecision")
                .name("sluice-tls-decision-" + number),
            Fault.error(422, "not allowed"));
  }

  @Test
  void ofAWaveWhoseSecondPageTheHubRefusesTheFirstStands() {
    almostFull();
    refusePage(2);
    BatchAnswer answer = dispatch("c1", "c2", "c3");
    assertThat(acknowledged(answer)).containsExactly("c1");
    assertThat(names()).hasSize(100).contains("c1");
    assertThat(answer.notTried()).isEmpty();
    assertThat(answer.acks())
        .filteredOn(ack -> ack.refusal().isPresent())
        .extracting(Ack::cluster)
        .containsExactly("c2", "c3");

    hub.hub.faults().clear();
    hub.hub.forgetRequests();
    assertThat(acknowledged(dispatch("c1", "c2", "c3"))).containsExactly("c1", "c2", "c3");
    assertThat(hub.hub.writes())
        .filteredOn(write -> write.resource().equals("placementdecisions"))
        .extracting(RecordedWrite::name)
        .as("no page is written again for clusters that it lists")
        .containsExactly("sluice-tls-decision-2");
  }

  @Test
  void ofAPageThatTheHubRefusesToShortenTheClustersStay() {
    almostFull();
    dispatch("c1", "c2");
    refusePage(2);
    BatchAnswer answer = activities.takeBack(new Batch(attempt, "dev", List.of("c1", "c2")));
    assertThat(acknowledged(answer)).containsExactly("c1");
    assertThat(answer.acks().get(1).refusal().orElseThrow()).contains("not allowed");
    assertThat(names()).hasSize(99).doesNotContain("c1");
  }

  private int extra;

  /** Adds a cluster to the fleet's placement. */
  private void select(String cluster) {
    extra++;
    hub.create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: extra-%d
          namespace: retail
          labels:
            cluster.open-cluster-management.io/placement: fleet
            cluster.open-cluster-management.io/decision-group-name: dev
            cluster.open-cluster-management.io/decision-group-index: "0"
        status: {decisions: [{clusterName: %s, reason: ''}]}
        """
            .formatted(extra, cluster));
  }
}
