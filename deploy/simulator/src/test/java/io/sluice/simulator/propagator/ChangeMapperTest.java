package io.sluice.simulator.propagator;

import static io.sluice.simulator.SimulatorPatience.await;
import static io.sluice.simulator.propagator.PropagatorFixture.soon;
import static io.sluice.simulator.propagator.PropagatorKinds.BINDING;
import static io.sluice.simulator.propagator.PropagatorKinds.PLACEMENT;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY_SET;
import static io.sluice.simulator.propagator.PropagatorKinds.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes each kind of object while the propagator runs. */
@Timeout(300)
class ChangeMapperTest {
  private static final String NAMESPACE = "policies";
  private static final String ROOT = "policies.root";

  private final PropagatorFixture fixture = new PropagatorFixture();
  private Propagator propagator;

  @BeforeEach
  void makeTheFleet() {
    fixture.clusters("c1", "c2");
    fixture.policy(
        NAMESPACE,
        "root",
        Map.of("disabled", false, "remediationAction", "inform", "policy-templates", List.of()));
    fixture.placement(NAMESPACE, "all", List.of("c1", "c2"));
    propagator = fixture.start();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void awaitActions(String c1, String c2) {
    soon(
        () ->
            assertThat(List.of(fixture.action("c1", ROOT), fixture.action("c2", ROOT)))
                .containsExactly(c1, c2));
  }

  private void set(String... policies) {
    fixture.create(
        POLICY_SET, NAMESPACE, "set", Map.of("spec", Map.of("policies", List.of(policies))));
  }

  private void bindSet() {
    fixture.create(
        BINDING,
        NAMESPACE,
        "set",
        Map.of(
            "placementRef", reference(PropagatorKinds.CLUSTER_GROUP, "Placement", "all"),
            "subjects", List.of(reference(PropagatorKinds.POLICY_GROUP, "PolicySet", "set"))));
  }

  private static Map<String, Object> reference(String group, String kind, String name) {
    return Map.of("apiGroup", group, "kind", kind, "name", name);
  }

  private void change(
      ResourceDefinitionContext kind, String name, String field, Map<String, Object> value) {
    fixture
        .at(kind, NAMESPACE, name)
        .edit(
            object -> {
              object.setAdditionalProperty(field, value);
              return object;
            });
  }

  @Test
  void membersAndExclusionsOfABoundSetDecide() {
    bindSet();
    set("other");
    soon(() -> assertThat(propagator.idle()).isTrue());
    awaitActions("", "");

    change(POLICY_SET, "set", "spec", Map.of("policies", List.of("other", "root")));
    awaitActions("inform", "inform");

    Map<String, Object> exclusion =
        Map.of("policyName", "root", "clusterNames", List.of("c2"), "reason", "it is old");
    change(
        POLICY_SET,
        "set",
        "spec",
        Map.of("policies", List.of("root"), "exclusions", List.of(exclusion)));
    awaitActions("inform", "");

    fixture.at(POLICY_SET, NAMESPACE, "set").delete();
    awaitActions("", "");
  }

  @Test
  void anOverrideThroughASetEnforcesNoClusterThatTheSetExcludes() {
    fixture.bind(NAMESPACE, "all", "root", "all", false);
    set("root");
    awaitActions("inform", "inform");
    fixture.create(
        BINDING,
        NAMESPACE,
        "override",
        Map.of(
            "placementRef",
            reference(PropagatorKinds.CLUSTER_GROUP, "Placement", "all"),
            "subjects",
            List.of(reference(PropagatorKinds.POLICY_GROUP, "PolicySet", "set")),
            "bindingOverrides",
            Map.of("remediationAction", "enforce"),
            "subFilter",
            "restricted"));
    awaitActions("enforce", "enforce");
    change(POLICY_SET, "set", "spec", excluding("c2"));
    awaitActions("enforce", "inform");
    fixture.at(BINDING, NAMESPACE, "all").delete();
    awaitActions("", "");
  }

  @Test
  void anOverrideBringsNoClusterThatTheSetOfThePolicyExcludes() {
    set("root");
    change(POLICY_SET, "set", "spec", excluding("c2"));
    bindSet();
    awaitActions("inform", "");
    fixture.placement(NAMESPACE, "listed", List.of("c1", "c2"));
    fixture.bind(NAMESPACE, "override", "root", "listed", true);
    awaitActions("enforce", "");
    change(POLICY_SET, "set", "spec", Map.of("policies", List.of("root")));
    awaitActions("enforce", "enforce");
    change(POLICY_SET, "set", "spec", excluding("c2"));
    awaitActions("enforce", "");
  }

  private static Map<String, Object> excluding(String cluster) {
    return Map.of(
        "policies",
        List.of("root"),
        "exclusions",
        List.of(
            Map.of("policyName", "root", "clusterNames", List.of(cluster), "reason", "it is old")));
  }

  @Test
  void aSetThatIsADependencyIsRenderedAnewWhenItChanges() {
    fixture.bind(NAMESPACE, "all", "root", "all", false);
    Map<String, Object> dependency =
        Map.of(
            "apiVersion", "policy.open-cluster-management.io/v1beta1",
            "kind", "PolicySet",
            "name", "set",
            "compliance", "Compliant");
    fixture.editSpec(NAMESPACE, "root", "dependencies", List.of(dependency));
    soon(() -> assertThat(dependencies()).containsExactly("set"));

    set("one", "two");
    soon(() -> assertThat(dependencies()).containsExactly("policies.one", "policies.two"));
    change(POLICY_SET, "set", "spec", Map.of("policies", List.of("two")));
    soon(() -> assertThat(dependencies()).containsExactly("policies.two"));
    fixture.at(POLICY_SET, NAMESPACE, "set").delete();
    soon(() -> assertThat(dependencies()).containsExactly("set"));
  }

  private List<String> dependencies() {
    return fixture
        .policy("c2", ROOT)
        .map(replica -> ObjectTree.maps(PolicyObject.spec(replica).get("dependencies")))
        .orElseThrow()
        .map(each -> ObjectTree.text(each.get("name")))
        .toList();
  }

  @Test
  void aBindingMayChangeItsPlacementItsOverrideAndGo() {
    fixture.placement(NAMESPACE, "few", List.of("c2"));
    fixture.bind(NAMESPACE, "base", "root", "all", false);
    awaitActions("inform", "inform");

    change(
        BINDING,
        "base",
        "placementRef",
        reference(PropagatorKinds.CLUSTER_GROUP, "Placement", "few"));
    awaitActions("", "inform");

    change(BINDING, "base", "bindingOverrides", Map.of("remediationAction", "enforce"));
    awaitActions("", "enforce");

    fixture.at(BINDING, NAMESPACE, "base").delete();
    awaitActions("", "");
  }

  @Test
  void aPlacementRuleDecidesByItsStatus() {
    fixture.create(RULE, NAMESPACE, "rule", Map.of("spec", Map.of()));
    fixture.create(
        BINDING,
        NAMESPACE,
        "rule",
        Map.of(
            "placementRef", reference(PropagatorKinds.RULE_GROUP, "PlacementRule", "rule"),
            "subjects", List.of(reference(PropagatorKinds.POLICY_GROUP, "Policy", "root"))));
    fixture.editStatus(RULE, NAMESPACE, "rule", PropagatorFixture.decisions(List.of("c1")));
    awaitActions("inform", "");
    fixture.editStatus(RULE, NAMESPACE, "rule", PropagatorFixture.decisions(List.of("c2")));
    awaitActions("", "inform");
    fixture.at(RULE, NAMESPACE, "rule").delete();
    awaitActions("", "");
  }

  @Test
  void aPlacementThatVanishesWhileItsDecisionsStayIsNotNoticed() {
    fixture.bind(NAMESPACE, "base", "root", "all", false);
    awaitActions("inform", "inform");
    fixture.at(PLACEMENT, NAMESPACE, "all").delete();
    await()
        .during(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(fixture.action("c1", ROOT)).isEqualTo("inform"));

    fixture.editSpec(NAMESPACE, "root", "copyPolicyMetadata", false);
    awaitActions("", "");
  }
}
