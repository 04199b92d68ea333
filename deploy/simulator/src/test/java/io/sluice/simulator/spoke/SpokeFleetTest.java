package io.sluice.simulator.spoke;

import static io.sluice.simulator.SimulatorPatience.await;
import static io.sluice.simulator.spoke.PolicySpecs.enforced;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.sluice.simulator.SimulatorPatience;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class SpokeFleetTest {
  private static final String CIS = "policies.cis";
  private static final String LABEL = "policy.open-cluster-management.io/root-policy";

  /** As fast as can be, so that a test need not wait for the back-off. */
  private static final SpokeBehaviour QUICK =
      SpokeBehaviour.ORDINARY.withDelays(
          SpokeDelays.OBSERVED
              .withSync(Duration.ofMillis(5), Duration.ofMillis(50))
              .withEvaluation(Duration.ofMillis(5), Duration.ofMillis(20))
              .withEvaluationBackoff(Duration.ZERO));

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private KubernetesClient client;

  @BeforeEach
  void connect() {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(hub.url())
            .withRequestRetryBackoffLimit(0)
            .withRequestTimeout((int) SimulatorPatience.MOST.toMillis())
            .build();
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterEach
  void disconnect() {
    client.close();
    hub.close();
  }

  private Resource<GenericKubernetesResource> replica(String cluster) {
    return new SpokeHub(client).policies().inNamespace(cluster).withName(CIS);
  }

  private void deliver(String cluster, Map<String, Object> spec) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(cluster).endMetadata().build())
        .create();
    GenericKubernetesResource policy = new GenericKubernetesResource();
    policy.setApiVersion("policy.open-cluster-management.io/v1");
    policy.setKind("Policy");
    policy.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(cluster)
            .withName(CIS)
            .withLabels(Map.of(LABEL, CIS))
            .build());
    policy.setAdditionalProperty("spec", spec);
    new SpokeHub(client).policies().inNamespace(cluster).resource(policy).create();
  }

  private void edit(String cluster, Map<String, Object> spec) {
    SimulatorPatience.written(
        () ->
            replica(cluster)
                .edit(
                    policy -> {
                      policy.setAdditionalProperty("spec", spec);
                      return policy;
                    }));
  }

  private Map<String, Object> status(String cluster) {
    return SpokeHub.replica(replica(cluster).get()).status();
  }

  private String compliant(String cluster) {
    return ObjectTree.text(status(cluster).get("compliant"));
  }

  private void awaitVerdicts(String cluster, int entries) {
    await()
        .untilAsserted(
            () -> {
              assertThat(compliant(cluster)).isEqualTo("Compliant");
              assertThat(PolicySpecs.history(status(cluster), 0)).hasSize(entries);
            });
  }

  private SpokeFleet fleet(SpokeBehaviour behaviour, String... clusters) {
    return SpokeFleet.start(client, List.of(clusters), SpokeBehaviours.all(behaviour), 7);
  }

  private List<RecordedWrite> statusWrites() {
    return hub.writes().stream()
        .filter(write -> write.subresource().equals("status") && write.succeeded())
        .toList();
  }

  @Test
  void aWatchThatHangsIsNoticed() {
    hub.faults().inject(RequestMatcher.anything().verb("watch"), Fault.swallowed());
    try (SpokeFleet fleet =
        SpokeFleet.start(
            client, List.of("c1"), SpokeBehaviours.all(QUICK), 7, Duration.ofMillis(200))) {
      deliver("c1", enforced("1"));
      awaitVerdicts("c1", 1);
      edit("c1", enforced("2"));
      awaitVerdicts("c1", 2);
      assertThat(fleet.verdicts("c1")).hasSize(2);
    }
  }

  @Test
  void thirtySpokesFollowAnEditThroughOneWatch() {
    List<String> clusters = IntStream.range(0, 30).mapToObj(i -> "c" + i).toList();
    clusters.forEach(cluster -> deliver(cluster, enforced("1")));
    try (SpokeFleet fleet =
        SpokeFleet.start(client, clusters, SpokeBehaviours.all(QUICK), 7, Duration.ofHours(1))) {
      clusters.forEach(cluster -> awaitVerdicts(cluster, 1));
      clusters.forEach(cluster -> edit(cluster, enforced("2")));
      clusters.forEach(cluster -> awaitVerdicts(cluster, 2));

      assertThat(hub.requests()).containsEntry("list policies", 1L);
      assertThat(hub.requests()).containsEntry("watch policies", 1L);
      assertThat(clusters)
          .allSatisfy(
              cluster ->
                  assertThat(fleet.verdicts(cluster))
                      .extracting(SpokeVerdict::content)
                      .containsExactly(
                          SpokeVerdict.contentOf(enforced("1")),
                          SpokeVerdict.contentOf(enforced("2"))));
    }
  }

  @Test
  void aConflictIsTriedAgainWithAFreshRead() {
    deliver("c1", enforced("1"));
    Faults.Injected conflicts =
        hub.faults()
            .inject(
                RequestMatcher.anything().verb("update").subresource("status"),
                Fault.conflict(),
                3);
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      assertThat(conflicts.hits()).isEqualTo(3);
      assertThat(fleet.verdicts("c1")).hasSize(1);
    }
  }

  @Test
  void aWriteWhoseAnswerWasLostIsNotRepeated() {
    deliver("c1", enforced("1"));
    hub.faults()
        .inject(
            RequestMatcher.anything().verb("update").subresource("status"), Fault.lostAnswer(), 1);
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      assertThat(statusWrites()).hasSizeLessThanOrEqualTo(2);
      assertThat(fleet.verdicts("c1")).hasSize(1);
    }
  }

  @Test
  void aFailingHubIsTriedAgain() {
    deliver("c1", enforced("1"));
    Faults.Injected errors =
        hub.faults().inject(RequestMatcher.anything().verb("update"), Fault.error(500), 2);
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      assertThat(errors.hits()).isEqualTo(2);
      assertThat(fleet.verdicts("c1")).hasSize(1);
    }
  }

  @Test
  void aHubThatWasAwayIsCaughtUpWith() {
    deliver("c1", enforced("1"));
    hub.stop();
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      hub.restart();
      awaitVerdicts("c1", 1);
      assertThat(fleet.verdicts("c1")).hasSize(1);
    }
  }

  @Test
  void aForeignFieldLastsUntilTheWholeStatusIsReplaced() {
    deliver("c1", enforced("1"));
    Map<String, Object> sameTemplates = PolicySpecs.with(enforced("1"), "copyPolicyMetadata", true);
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      replica("c1")
          .editStatus(
              policy -> {
                Map<String, Object> status =
                    ObjectTree.map(policy.getAdditionalProperties().get("status"));
                policy.setAdditionalProperty(
                    "status", PolicySpecs.with(status, "rolloutStatus", "Progressing"));
                return policy;
              });
      edit("c1", sameTemplates);
      await().until(() -> fleet.copied("c1", CIS).filter(sameTemplates::equals).isPresent());
      assertThat(status("c1")).containsEntry("rolloutStatus", "Progressing");

      edit("c1", enforced("2"));
      awaitVerdicts("c1", 2);
      assertThat(status("c1")).doesNotContainKey("rolloutStatus");
    }
  }

  @Test
  void whatWasReportedIsPutBackWhenOthersChangeIt() {
    deliver("c1", enforced("1"));
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      replica("c1")
          .editStatus(
              policy -> {
                policy.setAdditionalProperty("status", Map.of("compliant", "NonCompliant"));
                return policy;
              });
      awaitVerdicts("c1", 1);
      assertThat(fleet.verdicts("c1")).hasSize(1);
    }
  }

  @Test
  void aBehaviourMayChangeWhileTheFleetRuns() {
    deliver("c1", enforced("1"));
    deliver("c2", enforced("1"));
    try (SpokeFleet fleet = fleet(QUICK, "c1", "c2")) {
      awaitVerdicts("c1", 1);
      awaitVerdicts("c2", 1);
      fleet.behave("c1", QUICK.silent());
      edit("c1", enforced("2"));
      edit("c2", enforced("2"));
      awaitVerdicts("c2", 2);
      await().until(() -> fleet.verdicts("c1").size() == 2);
      assertThat(PolicySpecs.history(status("c1"), 0)).hasSize(1);

      fleet.behave("c1", QUICK);
      awaitVerdicts("c1", 2);
    }
  }

  @Test
  void aClusterThatJoinsIsServedAndOneThatLeavesIsNot() {
    deliver("c1", enforced("1"));
    deliver("c2", enforced("1"));
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      fleet.join("c2");
      awaitVerdicts("c2", 1);

      fleet.leave("c1");
      edit("c1", enforced("2"));
      edit("c2", enforced("2"));
      awaitVerdicts("c2", 2);
      assertThat(PolicySpecs.history(status("c1"), 0)).hasSize(1);
    }
  }

  @Test
  void aClosedFleetWritesNothingMore() {
    deliver("c1", enforced("1"));
    deliver("c2", enforced("1"));
    SpokeFleet closed = fleet(QUICK, "c1");
    awaitVerdicts("c1", 1);
    closed.close();
    edit("c1", enforced("2"));
    try (SpokeFleet other = fleet(QUICK, "c2")) {
      awaitVerdicts("c2", 1);
      assertThat(other.verdicts("c2")).hasSize(1);
    }
    assertThat(PolicySpecs.history(status("c1"), 0)).hasSize(1);
    assertThat(closed.verdicts("c1")).hasSize(1);
  }

  @Test
  void aDeletedReplicaIsForgotten() {
    deliver("c1", enforced("1"));
    try (SpokeFleet fleet = fleet(QUICK, "c1")) {
      awaitVerdicts("c1", 1);
      replica("c1").delete();
      await().until(() -> fleet.copied("c1", CIS).isEmpty());
    }
  }

  @Test
  void theHubsOwnClusterHoldsItsReplicaUntilItIsCleanedUp() {
    deliver(
        "local-cluster",
        enforced(PolicySpecs.template("constraints.gatekeeper.sh/v1", "Limits", "l", Map.of())));
    try (SpokeFleet fleet = fleet(QUICK.localCluster(), "local-cluster")) {
      awaitVerdicts("local-cluster", 1);
      await()
          .until(
              () ->
                  replica("local-cluster")
                      .get()
                      .getMetadata()
                      .getFinalizers()
                      .contains(SpokeReplica.Finalizers.CLEANUP));
      replica("local-cluster").delete();
      await().until(() -> replica("local-cluster").get() == null);
      assertThat(fleet.verdicts("local-cluster")).hasSize(1);
    }
  }
}
