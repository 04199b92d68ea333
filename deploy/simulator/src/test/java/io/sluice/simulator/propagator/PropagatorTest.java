package io.sluice.simulator.propagator;

import static io.sluice.simulator.SimulatorPatience.await;
import static io.sluice.simulator.propagator.PropagatorFixture.soon;
import static io.sluice.simulator.propagator.PropagatorKinds.CONFIG_MAP;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.api.Fault;
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
import org.junit.jupiter.api.Timeout;

@Tag("nightly")
@Timeout(300)
class PropagatorTest {
  private static final String REPLICA = "policies.root";

  private final PropagatorFixture fixture = new PropagatorFixture();

  @BeforeEach
  void makeTheFleet() {
    fixture.clusters("c1", "c2", "c3");
    fixture.policy(
        "policies",
        "root",
        Map.of(
            "disabled",
            false,
            "remediationAction",
            "inform",
            "policy-templates",
            List.of(template("of {{hub .ManagedClusterName hub}}"))));
    fixture.placement("policies", "all", List.of("c1", "c2", "c3"));
    fixture.bind("policies", "all", "root", "all", false);
    fixture.placement("policies", "wave", List.of());
    fixture.bind("policies", "wave", "root", "wave", true);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Map<String, Object> template(String text) {
    return Map.of("objectDefinition", Map.of("kind", "ConfigurationPolicy", "text", text));
  }

  private void awaitActions(String c1, String c2, String c3) {
    soon(
        () ->
            assertThat(List.of("c1", "c2", "c3"))
                .map(cluster -> fixture.action(cluster, REPLICA))
                .containsExactly(c1, c2, c3));
  }

  private Map<String, Object> definition(String cluster) {
    return ObjectTree.maps(
            PolicyObject.spec(fixture.policy(cluster, REPLICA).orElseThrow())
                .get("policy-templates"))
        .map(template -> ObjectTree.map(template.get("objectDefinition")))
        .findFirst()
        .orElseThrow();
  }

  private List<String> rows() {
    return ObjectTree.maps(
            PolicyObject.status(fixture.policy("policies", "root").orElseThrow()).get("status"))
        .map(row -> row.get("clustername") + " " + row.get("compliant"))
        .toList();
  }

  @Test
  void aRestrictedBindingFlipsTheListedClustersOnlyAndBack() {
    fixture.start();
    awaitActions("inform", "inform", "inform");
    fixture.hub.forgetRequests();

    fixture.decide("policies", "wave", "c2", "elsewhere");
    awaitActions("inform", "enforce", "inform");
    assertThat(fixture.contentWrites(REPLICA)).containsExactly("update c2");
    assertThat(rows()).contains("elsewhere null");

    fixture.decide("policies", "wave");
    awaitActions("inform", "inform", "inform");
    assertThat(fixture.contentWrites(REPLICA)).containsExactly("update c2", "update c2");
  }

  @Test
  void anEditReachesAllClustersAtOnceAndEachOnce() {
    fixture.start();
    fixture.decide("policies", "wave", "c3");
    awaitActions("inform", "inform", "enforce");
    fixture.hub.forgetRequests();

    fixture.editSpec("policies", "root", "policy-templates", List.of(template("new")));
    soon(
        () ->
            assertThat(List.of("c1", "c2", "c3"))
                .allSatisfy(
                    cluster -> assertThat(definition(cluster)).containsEntry("text", "new")));
    assertThat(fixture.action("c3", REPLICA)).isEqualTo("enforce");
    assertThat(fixture.contentWrites(REPLICA))
        .containsExactlyInAnyOrder("update c1", "update c2", "update c3");
  }

  @Test
  void hubTemplatesAreRenderedForEachClusterAndAnewWhenItsLabelsChange() {
    fixture.start();
    soon(() -> assertThat(definition("c1")).containsEntry("text", "of c1"));
    fixture.editSpec(
        "policies",
        "root",
        "policy-templates",
        List.of(template("in {{hub .ManagedClusterLabels.region hub}}")));
    soon(() -> assertThat(definition("c2")).containsEntry("text", "in <no value>"));

    fixture
        .client
        .genericKubernetesResources(PropagatorKinds.MANAGED_CLUSTER)
        .withName("c2")
        .edit(
            cluster -> {
              cluster.getMetadata().setLabels(Map.of("region", "eu"));
              return cluster;
            });
    soon(() -> assertThat(definition("c2")).containsEntry("text", "in eu"));
    assertThat(definition("c1")).containsEntry("text", "in <no value>");
  }

  /** It watches what the templates of each cluster read, and nothing else. */
  @Test
  void hubTemplatesReadConfigMapsAndAreRenderedAnewWhenTheseChange() {
    fixture.create(CONFIG_MAP, "policies", "c1", Map.of("data", Map.of("ntp", "one")));
    Propagator propagator = fixture.start();
    fixture.editSpec(
        "policies",
        "root",
        "policy-templates",
        List.of(template("{{hub fromConfigMap \"\" .ManagedClusterName \"ntp\" hub}}")));
    soon(() -> assertThat(definition("c1")).containsEntry("text", "one"));
    soon(() -> assertThat(errors("c2")).contains("failed getting the ConfigMap c2 from policies"));

    fixture.create(CONFIG_MAP, "policies", "c2", Map.of("data", Map.of("ntp", "two")));
    soon(() -> assertThat(definition("c2")).containsEntry("text", "two"));
    soon(() -> assertThat(propagator.idle()).isTrue());
    fixture.hub.forgetRequests();
    fixture
        .at(CONFIG_MAP, "policies", "c1")
        .edit(
            map -> {
              map.setAdditionalProperty("data", Map.of("ntp", "three"));
              return map;
            });
    soon(() -> assertThat(definition("c1")).containsEntry("text", "three"));
    assertThat(fixture.contentWrites(REPLICA)).containsExactly("update c1");
  }

  @Test
  void hubTemplatesReadNothingFromOtherNamespaces() {
    fixture.start();
    fixture.editSpec(
        "policies",
        "root",
        "policy-templates",
        List.of(template("{{hub fromConfigMap \"other\" \"sites\" \"ntp\" hub}}")));
    soon(() -> assertThat(errors("c1")).contains("is restricted to policies"));
  }

  private String errors(String cluster) {
    return String.valueOf(ObjectTree.map(definition(cluster).get("metadata")).get("annotations"));
  }

  @Test
  void aHubTemplateThatCannotBeRenderedIsReportedInTheTemplate() {
    fixture.start();
    fixture.editSpec(
        "policies", "root", "policy-templates", List.of(template("{{hub fromSecret hub}}")));
    soon(() -> assertThat(errors("c1")).contains("hub-templates-error", "{{hub fromSecret hub}}"));
  }

  @Test
  void itRemovesTheReplicasOfClustersThatLeaveAndOfADisabledOrDeletedRoot() {
    fixture.start();
    awaitActions("inform", "inform", "inform");
    fixture.decide("policies", "all", "c1", "c2");
    awaitActions("inform", "inform", "");
    soon(() -> assertThat(rows()).containsExactly("c1 null", "c2 null"));

    fixture.editSpec("policies", "root", "disabled", true);
    awaitActions("", "", "");
    soon(() -> assertThat(rows()).isEmpty());
    fixture.editSpec("policies", "root", "disabled", false);
    awaitActions("inform", "inform", "");

    fixture.at(PropagatorKinds.POLICY, "policies", "root").delete();
    awaitActions("", "", "");
  }

  @Test
  void itSumsUpWhatReplicasReport() {
    fixture.start();
    awaitActions("inform", "inform", "inform");
    for (String cluster : List.of("c1", "c2", "c3")) {
      fixture.editStatus(
          PropagatorKinds.POLICY, cluster, REPLICA, Map.of("compliant", "Compliant"));
    }
    soon(
        () -> {
          assertThat(rows()).containsExactly("c1 Compliant", "c2 Compliant", "c3 Compliant");
          assertThat(PolicyObject.status(fixture.policy("policies", "root").orElseThrow()))
              .containsEntry("compliant", "Compliant");
        });
    fixture.decide("policies", "wave", "elsewhere");
    soon(
        () ->
            assertThat(PolicyObject.status(fixture.policy("policies", "root").orElseThrow()))
                .doesNotContainKey("compliant"));
  }

  @Test
  void aClusterWithoutANamespaceDoesNotHoldUpTheOthers() {
    fixture.decide("policies", "all", "a-missing", "c1", "c2", "c3");
    fixture.start();
    awaitActions("inform", "inform", "inform");
    soon(() -> assertThat(rows()).hasSize(4));
    fixture.namespace("a-missing");
    soon(() -> assertThat(fixture.action("a-missing", REPLICA)).isEqualTo("inform"));
  }

  @Test
  void annotationsOfTheRootReachEveryReplica() {
    fixture.start();
    awaitActions("inform", "inform", "inform");
    fixture.edit(
        "policies",
        "root",
        root -> {
          root.getMetadata().setAnnotations(Map.of("sluice.io/note", "a"));
          return root;
        });
    soon(
        () ->
            assertThat(PolicyObject.annotations(fixture.policy("c3", REPLICA).orElseThrow()))
                .containsEntry("sluice.io/note", "a"));
  }

  @Test
  void whenABindingAndItsPlacementVanishTogetherTheReplicasAreReset() {
    vanishTogether(PropagatorOptions.DEFAULTS);
    awaitActions("inform", "inform", "inform");
  }

  @Test
  void anOlderOneLeavesReplicasEnforcedUntilTheRootChanges() {
    vanishTogether(PropagatorOptions.DEFAULTS.forgettingVanishedBindings());
    await()
        .during(Duration.ofSeconds(1))
        .until(() -> fixture.action("c1", REPLICA).equals("enforce"));

    fixture.editSpec("policies", "root", "policy-templates", List.of(template("new")));
    awaitActions("inform", "inform", "inform");
  }

  private void vanishTogether(PropagatorOptions options) {
    Propagator propagator = fixture.start(options);
    fixture.decide("policies", "wave", "c1");
    awaitActions("enforce", "inform", "inform");
    propagator.pause();
    fixture.at(PropagatorKinds.BINDING, "policies", "wave").delete();
    fixture.at(PropagatorKinds.DECISION, "policies", "wave-decision-1").delete();
    fixture.at(PropagatorKinds.PLACEMENT, "policies", "wave").delete();
    soon(() -> assertThat(propagator.idle()).isFalse());
    propagator.resume();
    soon(() -> assertThat(propagator.idle()).isTrue());
  }

  @Test
  void frozenItDoesNothingAndThenActsOnWhatTheHubShows() {
    Propagator propagator = fixture.start();
    awaitActions("inform", "inform", "inform");
    fixture.hub.forgetRequests();
    propagator.pause();
    fixture.decide("policies", "wave", "c1");
    fixture.decide("policies", "wave", "c2");
    await()
        .during(Duration.ofSeconds(1))
        .until(() -> fixture.contentWrites(REPLICA).findAny().isEmpty());

    propagator.resume();
    awaitActions("inform", "enforce", "inform");
    assertThat(fixture.contentWrites(REPLICA)).containsExactly("update c2");
  }

  @Test
  void itReactsAsLateAsItIsSetTo() {
    Propagator propagator =
        fixture.start(PropagatorOptions.DEFAULTS.withReaction(Duration.ofSeconds(1)));
    awaitActions("inform", "inform", "inform");
    // What is still to be looked at would take a change along.
    await().during(Duration.ofMillis(500)).until(propagator::idle);
    long before = System.nanoTime();
    fixture.decide("policies", "wave", "c1");
    awaitActions("enforce", "inform", "inform");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void itsWritesAreLimited() {
    String[] clusters = IntStream.range(0, 30).mapToObj("m%02d"::formatted).toArray(String[]::new);
    fixture.clusters(clusters);
    fixture.decide("policies", "all", clusters);
    long before = System.nanoTime();
    fixture.start(PropagatorOptions.DEFAULTS.withWriteLimit(20, 11));
    soon(() -> assertThat(fixture.contentWrites(REPLICA)).hasSize(30));
    // 30 replicas and a root status: 11 at once, 20 more at 20 a second.
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(900));
  }

  @Test
  void itTriesAgainWhenTheHubFails() {
    for (String verb : List.of("create", "update")) {
      fixture
          .hub
          .faults()
          .inject(RequestMatcher.anything().verb(verb).kind("policies"), Fault.error(503), 2);
    }
    fixture.start();
    awaitActions("inform", "inform", "inform");
  }

  @Test
  void aHandMadeChangeIsRepairedAndAStrayDeleted() {
    fixture.start();
    awaitActions("inform", "inform", "inform");
    fixture.editSpec("c1", REPLICA, "remediationAction", "enforce");
    fixture.edit(
        "c2",
        REPLICA,
        replica -> {
          replica.getMetadata().getLabels().clear();
          return replica;
        });
    fixture.at(PropagatorKinds.POLICY, "c3", REPLICA).delete();
    fixture.policy("c1", "own", Map.of("disabled", false, "policy-templates", List.of()));
    fixture.policy("elsewhere", "own", Map.of("disabled", false, "policy-templates", List.of()));
    awaitActions("inform", "inform", "inform");
    soon(
        () -> {
          GenericKubernetesResource second = fixture.policy("c2", REPLICA).orElseThrow();
          assertThat(PolicyObject.rootLabel(second)).contains(REPLICA);
          assertThat(fixture.policy("c1", "own")).isEmpty();
        });
    assertThat(fixture.policy("elsewhere", "own")).isPresent();
  }
}
