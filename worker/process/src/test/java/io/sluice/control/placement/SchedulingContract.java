package io.sluice.control.placement;

import static io.sluice.control.placement.SchedulingFixture.DISABLED;
import static io.sluice.control.placement.SchedulingFixture.awaitIdle;
import static io.sluice.control.placement.SchedulingFixture.soon;
import static io.sluice.control.placement.SchedulingFixture.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Watchable;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PlacementMode;
import io.sluice.time.OtherClock;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the evaluator does on any hub: in memory, and on a real API server. */
@Timeout(300)
abstract class SchedulingContract {
  private static final String ALL = "{}";
  private static final String RECOMPUTE = " sluice.io/decision-grouping: recompute";
  private static final String CANARIES =
      "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2, decisionGroups: ["
          + "{groupName: pilot, groupClusterSelector: {labelSelector: {matchLabels: {first: a}}}},"
          + " {groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {first: b}}}}"
          + "]}}}";
  private static final int MOST_WRITES = 30;

  SchedulingFixture hub;

  abstract KubernetesClient connect();

  /** Ends what {@link #connect()} made. */
  abstract void disconnect();

  @BeforeEach
  void connectToTheHub() {
    hub = new SchedulingFixture(connect());
  }

  @AfterEach
  void close() throws Exception {
    hub.close();
    disconnect();
  }

  @Test
  void theClustersOfAPlacementArePublishedAsOcmDoes() {
    hub.clusters("c2", "c1", "c3");
    GenericKubernetesResource placement = hub.placement("stores", ALL);
    hub.start();

    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2 c3"));
    GenericKubernetesResource decision = hub.decision("stores-decision-1");
    assertThat(decision.getMetadata().getLabels())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                DecisionObject.PLACEMENT,
                "stores",
                DecisionObject.GROUP_INDEX,
                "0",
                DecisionObject.GROUP_NAME,
                ""));
    assertThat(HubObjects.part(decision, "status").get("decisions"))
        .isEqualTo(
            List.of("c1", "c2", "c3").stream()
                .map(name -> Map.of("clusterName", hub.namespace + "-" + name, "reason", ""))
                .toList());
    OwnerReference owner = decision.getMetadata().getOwnerReferences().get(0);
    assertThat(owner.getUid()).isEqualTo(placement.getMetadata().getUid());
    assertThat(owner.getKind()).isEqualTo("Placement");
    assertThat(owner.getController()).isTrue();
    assertThat(owner.getBlockOwnerDeletion()).isTrue();
  }

  @Test
  void theStatusFollowsTheDecisions() {
    hub.clusters("c1", "c2");
    hub.placement("stores", "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1}}}");
    hub.start();

    soon(
        () ->
            assertThat(hub.condition("stores", "PlacementSatisfied"))
                .isEqualTo("True/AllDecisionsScheduled"));
    Map<String, Object> status = hub.status("stores");
    assertThat(status).containsEntry("numberOfSelectedClusters", 2);
    assertThat(status.get("decisionGroups"))
        .isEqualTo(List.of(group(0, "stores-decision-1"), group(1, "stores-decision-2")));
  }

  private static Map<String, Object> group(int index, String decision) {
    return Map.of(
        "decisionGroupIndex",
        index,
        "decisionGroupName",
        "",
        "decisions",
        List.of(decision),
        "clusterCount",
        1);
  }

  @Test
  void aPlacementWithoutClustersHasOneEmptyDecision() {
    hub.placement("stores", ALL);
    hub.start();

    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 :"));
    soon(
        () ->
            assertThat(HubObjects.part(hub.decision("stores-decision-1"), "status"))
                .isEqualTo(Map.of("decisions", List.of())));
  }

  @Test
  void clustersThatComeGoOrAreRelabelledMove() {
    hub.cluster("c1", "env: prod");
    hub.cluster("c2", "env: prod");
    hub.placement(
        "stores",
        "{predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}]}");
    hub.start();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2"));

    hub.cluster("c3", "env: prod");
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2 c3"));
    hub.deleteCluster("c1");
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c2 c3"));
    hub.editCluster("c2", cluster -> cluster.getMetadata().getLabels().put("env", "dev"));
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c3"));
  }

  @Test
  void aSetThatIsUnboundTakesItsClustersAway() {
    hub.clusters("c1");
    hub.placement("stores", ALL);
    hub.start();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1"));

    hub.at(Kinds.MANAGED_CLUSTER_SET_BINDING, hub.namespace).delete();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 :"));
    soon(
        () ->
            assertThat(hub.condition("stores", "PlacementSatisfied"))
                .isEqualTo("False/NoManagedClusterSetBindings"));

    hub.bind(hub.namespace);
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1"));
  }

  @Test
  void handEditsOfDecisionsAndStatusAreRepaired() {
    hub.clusters("c1", "c2", "c3");
    hub.placement("stores", "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2}}}");
    hub.start();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2", "1 : c3"));

    hub.editClusters("stores-decision-2", "elsewhere");
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2", "1 : c3"));

    hub.edit(
        Kinds.PLACEMENT_DECISION,
        "stores-decision-1",
        decision -> decision.getMetadata().getLabels().remove(DecisionObject.GROUP_INDEX));
    soon(
        () ->
            assertThat(hub.decision("stores-decision-1").getMetadata().getLabels())
                .containsEntry(DecisionObject.GROUP_INDEX, "0"));

    hub.at(Kinds.PLACEMENT_DECISION, "stores-decision-1").delete();
    soon(() -> assertThat(hub.groups("stores")).hasSize(2));

    hub.editStatus(Kinds.PLACEMENT, "stores", Map.of("numberOfSelectedClusters", 99));
    soon(() -> assertThat(hub.status("stores")).containsEntry("numberOfSelectedClusters", 3));
  }

  @Test
  void heartbeatsOfClustersCauseNoEvaluationAndNoWrite() {
    hub.clusters("c1", "c2");
    hub.placement("stores", ALL);
    CountingClock evaluations = new CountingClock();
    PlacementController controller =
        hub.start(PlacementMode.ANNOTATED, hub.client, new OtherClock(evaluations));
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2"));
    awaitIdle(controller);
    long before = evaluations.count();

    try (ChangeCounter changes = new ChangeCounter(hub)) {
      for (int second = 10; second < 60; second++) {
        hub.heartbeat("c1", "2026-02-03T10:00:%dZ".formatted(second));
      }
      // A change that does matter comes after them, on the same watch.
      hub.cluster("c3", "");
      soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2 c3"));
      awaitIdle(controller);

      // Each evaluation follows a change of something else: of c3, a decision or the Placement.
      long made = evaluations.count() - before;
      assertThat(made).isPositive();
      soon(() -> assertThat(changes.count()).isGreaterThanOrEqualTo(made));
    }
  }

  @Test
  void twoPlacementsOfANamespaceAreKeptApart() {
    hub.cluster("c1", "env: prod");
    hub.cluster("c2", "env: dev");
    hub.placement("all", ALL);
    hub.placement(
        "prod",
        "{predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}]}");
    hub.start();

    soon(() -> assertThat(hub.groups("all")).containsExactly("0 : c1 c2"));
    soon(() -> assertThat(hub.groups("prod")).containsExactly("0 : c1"));
    hub.deleteCluster("c1");
    soon(() -> assertThat(hub.groups("all")).containsExactly("0 : c2"));
    soon(() -> assertThat(hub.groups("prod")).containsExactly("0 :"));
  }

  @Test
  void aMisconfiguredPlacementKeepsItsLastGoodDecisionsAndSaysSo() {
    hub.clusters("c1", "c2");
    hub.placement("stores", ALL);
    hub.start();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2"));

    hub.editSpec("stores", "{tolerations: [{key: x, operator: Exist}]}");

    soon(
        () -> {
          assertThat(hub.condition("stores", "PlacementMisconfigured"))
              .isEqualTo("True/Misconfigured");
          assertThat(hub.condition("stores", "DecisionsKept")).isEqualTo("True/LastGoodDecisions");
        });
    assertThat(hub.groups("stores")).containsExactly("0 : c1 c2");
    soon(() -> assertThat(hub.events("stores")).contains("PlacementMisconfigured"));

    hub.editSpec("stores", ALL);
    soon(() -> assertThat(hub.condition("stores", "DecisionsKept")).isEmpty());
    assertThat(hub.condition("stores", "PlacementMisconfigured"))
        .isEqualTo("False/Succeedconfigured");
  }

  @Test
  void withoutTheAnnotationNothingIsWritten() {
    hub.clusters("c1");
    hub.placement("of-ocm", "other: x", ALL);
    hub.placement("written-yes", DISABLED + ": \"yes\"", ALL);
    hub.placement("ours", ALL);
    hub.start();

    soon(() -> assertThat(hub.groups("ours")).containsExactly("0 : c1"));
    stays(
        () -> {
          assertThat(hub.decisions("of-ocm")).isEmpty();
          assertThat(hub.decisions("written-yes")).isEmpty();
        });
    assertThat(hub.status("of-ocm")).isEmpty();
  }

  @Test
  void whenTheAnnotationIsTakenAwayNothingIsRepairedAnyMore() {
    hub.clusters("c1", "c2");
    hub.placement("stores", ALL);
    hub.start();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2"));

    hub.edit(
        Kinds.PLACEMENT,
        "stores",
        object -> object.getMetadata().getAnnotations().remove(DISABLED));
    // The controller has seen that, once it has seen a Placement that was made later.
    hub.placement("later", ALL);
    soon(() -> assertThat(hub.groups("later")).containsExactly("0 : c1 c2"));
    hub.editClusters("stores-decision-1", "c2");
    hub.deleteCluster("c2");

    stays(() -> assertThat(hub.groups("stores")).containsExactly("0 : c2"));
  }

  @Test
  void placementsWithASchedulerOfTheirOwnAndDeletedOnesAreLeftAlone() {
    hub.clusters("c1");
    hub.placement("beside", ALL);
    hub.edit(
        Kinds.PLACEMENT,
        "beside",
        object -> object.getMetadata().setLabels(Map.of("sluice.io/override", "policies.tls")));
    hub.placement("off", DISABLED + ": \"true\", sluice.io/decision-grouping: \"off\"", ALL);
    hub.placement("going", ALL);
    hub.edit(
        Kinds.PLACEMENT,
        "going",
        object -> object.getMetadata().setFinalizers(List.of("sluice.io/test")));
    hub.at(Kinds.PLACEMENT, "going").delete();
    hub.placement("ours", ALL);
    hub.start();

    soon(() -> assertThat(hub.groups("ours")).containsExactly("0 : c1"));
    stays(
        () -> {
          for (String name : List.of("beside", "off", "going")) {
            assertThat(hub.decisions(name)).as(name).isEmpty();
            assertThat(hub.status(name)).as(name).isEmpty();
          }
        });
    hub.edit(Kinds.PLACEMENT, "going", object -> object.getMetadata().setFinalizers(List.of()));
  }

  @Test
  void anObjectOfAnotherOwnerIsNeitherChangedNorDeleted() {
    hub.clusters("c1");
    hub.create(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: foreign
          namespace: %1$s
          labels: {cluster.open-cluster-management.io/placement: stores}
          ownerReferences:
          - {apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, name: %1$s, uid: %2$s, controller: true}
        """
            .formatted(
                hub.namespace,
                hub.at(Kinds.MANAGED_CLUSTER_SET, hub.namespace).get().getMetadata().getUid()));
    String version = hub.decision("foreign").getMetadata().getResourceVersion();
    hub.placement("stores", ALL);
    hub.start();

    soon(() -> assertThat(hub.decisions("stores")).containsKey("stores-decision-1"));
    soon(() -> assertThat(hub.events("stores")).contains("PlacementWarning"));
    stays(
        () ->
            assertThat(hub.decision("foreign").getMetadata().getResourceVersion())
                .isEqualTo(version));
  }

  @Test
  void aNameThatAnotherHoldsIsAMisconfiguration() {
    hub.clusters("c1");
    hub.create(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: stores-decision-1
          namespace: %s
          labels: {cluster.open-cluster-management.io/placementrule: stores}
        status: {decisions: [{clusterName: mirrored, reason: ""}]}
        """
            .formatted(hub.namespace));
    String version = hub.decision("stores-decision-1").getMetadata().getResourceVersion();
    hub.placement("stores", ALL);
    hub.start();

    soon(
        () ->
            assertThat(hub.condition("stores", "PlacementMisconfigured"))
                .isEqualTo("True/Misconfigured"));
    assertThat(hub.decision("stores-decision-1").getMetadata().getResourceVersion())
        .isEqualTo(version);

    hub.at(Kinds.PLACEMENT_DECISION, "stores-decision-1").delete();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1"));
  }

  @Test
  void aTolerationThatEndsTakesTheClusterOutWithoutAnEvent() {
    hub.clusters("c1", "c2");
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    hub.editCluster(
        "c1",
        cluster -> {
          Map<String, Object> spec = new HashMap<>(HubObjects.part(cluster, "spec"));
          spec.put(
              "taints",
              List.of(Map.of("key", "unreachable", "effect", "NoSelect", "timeAdded", now)));
          cluster.setAdditionalProperty("spec", spec);
        });
    hub.placement(
        "stores", "{tolerations: [{key: unreachable, operator: Exists, tolerationSeconds: 4}]}");
    hub.start();

    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2"));
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c2"));
  }

  @Test
  void silentClustersAreWarnedOfWhereARolloutUsesThePlacement() {
    hub.clusters("c1");
    hub.placement("stores", "{}");
    hub.placement("unused", "{}");
    hub.placement(
        "tolerant",
        "{tolerations: [{key: cluster.open-cluster-management.io/unreachable, operator: Exists}]}");
    hub.rollout("web", "stores", "tolerant");
    hub.start();

    soon(() -> assertThat(hub.events("stores")).containsExactly("PlacementWarning"));
    soon(() -> assertThat(hub.groups("tolerant")).containsExactly("0 : c1"));
    soon(() -> assertThat(hub.groups("unused")).containsExactly("0 : c1"));
    assertThat(hub.events("tolerant")).isEmpty();
    assertThat(hub.events("unused")).isEmpty();
  }

  @Test
  void aWarningIsRecordedOnceForEachChangeOfTheList() {
    hub.clusters("c1");
    hub.placement(
        "stores",
        "{decisionStrategy: {groupStrategy: {decisionGroups: [{groupName: canary,"
            + " groupClusterSelector: {labelSelector: {matchLabels: {canary: 'yes'}}}}]}}}");
    hub.start();

    soon(() -> assertThat(hub.events("stores")).containsExactly("PlacementWarning"));
    hub.clusters("c2");
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1 c2"));
    stays(() -> assertThat(hub.events("stores")).containsExactly("PlacementWarning"));
  }

  /**
   * A newcomer that sorts first moves a member of every group, a group that appears before them all
   * moves their indexes, one cluster leaves; the leader ends after each number of writes in turn.
   */
  @Test
  void aLeaderThatEndsAfterAnyWriteLeavesNoClusterMissingOrInAWrongGroup() throws Exception {
    for (int i = 1; i <= 9; i++) {
      hub.cluster("c" + i, i == 5 ? "first: b" : "");
    }
    for (int writes = 0; writes < MOST_WRITES; writes++) {
      hub.placement("p" + writes, DISABLED + ": \"true\"," + RECOMPUTE, CANARIES);
    }
    hub.start();
    for (int writes = 0; writes < MOST_WRITES; writes++) {
      String placement = "p" + writes;
      soon(() -> assertThat(hub.condition(placement, "PlacementSatisfied")).startsWith("True"));
    }
    hub.stop();
    Map<String, String> before = groupOfEach("p0");
    assertThat(before).hasSize(9);
    hub.clusters("c0");
    hub.deleteCluster("c8");
    hub.editCluster("c7", cluster -> cluster.getMetadata().getLabels().put("first", "a"));
    String last = "p" + (MOST_WRITES - 1);
    assertThat(hub.endsWithin(1_000, last)).isFalse();
    Map<String, String> after = groupOfEach(last);
    assertThat(after).hasSize(9);

    int writes = 0;
    while (hub.endsWithin(writes, "p" + writes)) {
      assertNoneMissingOrAstray("p" + writes, before, after);
      assertThat(hub.endsWithin(1_000, "p" + writes)).isFalse();
      assertThat(groupOfEach("p" + writes)).as("after %d writes", writes).isEqualTo(after);
      writes++;
    }
    assertThat(writes).isBetween(8, MOST_WRITES - 2);
  }

  private Map<String, String> groupOfEach(String placement) {
    Map<String, String> groups = new TreeMap<>();
    hub.decisions(placement)
        .values()
        .forEach(
            decision ->
                decision.clusters().forEach(cluster -> groups.put(cluster, group(decision))));
    return groups;
  }

  private static String group(DecisionObject decision) {
    return decision.labels().get(DecisionObject.GROUP_INDEX)
        + " "
        + decision.labels().get(DecisionObject.GROUP_NAME);
  }

  private void assertNoneMissingOrAstray(
      String placement, Map<String, String> before, Map<String, String> after) {
    Map<String, Set<String>> listed = new TreeMap<>();
    hub.decisions(placement)
        .values()
        .forEach(
            decision ->
                decision
                    .clusters()
                    .forEach(
                        cluster ->
                            listed
                                .computeIfAbsent(cluster, none -> new TreeSet<>())
                                .add(group(decision))));
    before.forEach(
        (cluster, group) -> {
          if (after.containsKey(cluster)) {
            assertThat(listed).as(placement).containsKey(cluster);
            assertThat(List.of(group, after.get(cluster)))
                .as("%s: %s", placement, cluster)
                .containsAll(listed.get(cluster));
          }
        });
  }

  /** Counts what becomes of decisions and Placements of a hub, and clusters that come. */
  private static final class ChangeCounter implements AutoCloseable {
    private final AtomicLong changes = new AtomicLong();
    private final List<Watch> watches = new ArrayList<>();

    ChangeCounter(SchedulingFixture hub) {
      watch(
          hub.client
              .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
              .inNamespace(hub.namespace));
      watch(hub.client.genericKubernetesResources(Kinds.PLACEMENT).inNamespace(hub.namespace));
      watch(
          hub.client
              .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
              .withName(hub.namespace + "-c3"));
    }

    private void watch(Watchable<GenericKubernetesResource> objects) {
      watches.add(
          objects.watch(
              new Watcher<>() {
                @Override
                public void eventReceived(Action action, GenericKubernetesResource object) {
                  changes.incrementAndGet();
                }

                @Override
                public void onClose(WatcherException cause) {}
              }));
    }

    long count() {
      return changes.get();
    }

    @Override
    public void close() {
      watches.forEach(Watch::close);
    }
  }

  /** Counts how often it is asked: an evaluation asks once. */
  private static final class CountingClock extends Clock {
    private final AtomicLong asked = new AtomicLong();

    long count() {
      return asked.get();
    }

    @Override
    public Instant instant() {
      asked.incrementAndGet();
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
