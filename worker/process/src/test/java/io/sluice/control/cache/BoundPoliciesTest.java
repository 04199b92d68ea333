package io.sluice.control.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyName;
import io.sluice.time.ProcessTime;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class BoundPoliciesTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final PolicyName DB = new PolicyName("policies", "db");
  private static final PolicyName DNS = new PolicyName("policies", "dns");

  private final ControllerFixture fixture = new ControllerFixture("c1");
  private HubCaches caches;

  /** The fleet is bound to web, and through a set to db; nothing binds dns. */
  @BeforeEach
  void createThreePolicies() {
    for (PolicyName policy : Set.of(WEB, DB, DNS)) {
      fixture.policy(policy.namespace(), policy.name(), "", "");
    }
    fixture.select("c1");
    fixture.bind("web", "Policy", "web");
    fixture.bind("base", "PolicySet", "base");
    fixture.apply(
        Kinds.POLICY_SET,
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: base, namespace: policies}
        spec: {policies: [db, missing]}
        """);
  }

  @AfterEach
  void close() {
    caches.close();
    fixture.close();
  }

  private void start(HubMode mode) {
    ChangeListener ignored = (kind, former, present) -> {};
    caches = HubCachesBuilder.of(fixture.client, ignored, ProcessTime.SYSTEM).mode(mode).start();
  }

  private Set<PolicyName> concerned(ResourceDefinitionContext kind, String yaml) {
    return new BoundPolicies(caches).of(kind, Optional.empty(), Optional.of(parsed(yaml)));
  }

  private Set<PolicyName> concerned(ResourceDefinitionContext kind, String former, String present) {
    return new BoundPolicies(caches)
        .of(kind, Optional.of(parsed(former)), Optional.of(parsed(present)));
  }

  private GenericKubernetesResource parsed(String yaml) {
    return fixture
        .client
        .getKubernetesSerialization()
        .unmarshal(yaml, GenericKubernetesResource.class);
  }

  private static String binding(String kind, String name) {
    return """
        kind: PlacementBinding
        metadata: {name: any, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: other}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: %s, name: %s}]
        """
        .formatted(kind, name);
  }

  private static String named(String kind, String name) {
    return """
        kind: %s
        metadata: {name: %s, namespace: policies}
        """
        .formatted(kind, name);
  }

  private static String decision(String name, String labels) {
    return """
        kind: PlacementDecision
        metadata: {name: %s, namespace: policies, labels: {%s}}
        """
        .formatted(name, labels);
  }

  @Test
  void aBindingConcernsItsSubjectsAsTheyWereAndAsTheyAre() {
    start(HubMode.STANDALONE);

    assertThat(concerned(Kinds.PLACEMENT_BINDING, binding("Policy", "dns"))).containsExactly(DNS);
    assertThat(concerned(Kinds.PLACEMENT_BINDING, binding("PolicySet", "base")))
        .as("not what does not exist")
        .containsExactly(DB);
    assertThat(
            concerned(Kinds.PLACEMENT_BINDING, binding("Policy", "web"), binding("Policy", "dns")))
        .containsExactlyInAnyOrder(WEB, DNS);
  }

  @Test
  void aPlacementConcernsThePoliciesOfTheBindingsThatNameIt() {
    start(HubMode.STANDALONE);

    assertThat(concerned(Kinds.PLACEMENT, named("Placement", "fleet")))
        .containsExactlyInAnyOrder(WEB, DB);
    assertThat(concerned(Kinds.PLACEMENT, named("Placement", "other"))).isEmpty();
    assertThat(concerned(Kinds.PLACEMENT_RULE, named("PlacementRule", "fleet")))
        .as("a rule of that name is another placement")
        .isEmpty();
  }

  @Test
  void decisionsConcernThePoliciesOfTheirPlacement() {
    start(HubMode.STANDALONE);
    String ofFleet = "cluster.open-cluster-management.io/placement: fleet";

    assertThat(concerned(Kinds.PLACEMENT_DECISION, decision("any", ofFleet)))
        .containsExactlyInAnyOrder(WEB, DB);
    assertThat(concerned(Kinds.PLACEMENT_DECISION, decision("fleet-1", ""))).isEmpty();
    assertThat(concerned(Kinds.PLACEMENT_DECISION, decision("any", ofFleet), decision("any", "")))
        .as("it has lost its label")
        .containsExactlyInAnyOrder(WEB, DB);
  }

  @Test
  void besideThePropagatorWhatBearsTheNameOfAnOverrideConcernsItsPolicy() {
    start(HubMode.BESIDE);

    assertThat(concerned(Kinds.PLACEMENT, named("Placement", "sluice-dns"))).containsExactly(DNS);
    assertThat(concerned(Kinds.PLACEMENT_RULE, named("PlacementRule", "sluice-dns")))
        .containsExactly(DNS);
    assertThat(concerned(Kinds.PLACEMENT_DECISION, decision("sluice-dns-decision-2", "")))
        .containsExactly(DNS);
    assertThat(
            concerned(
                Kinds.PLACEMENT_DECISION, decision("any", "sluice.io/override: policies.dns")))
        .containsExactly(DNS);
    assertThat(concerned(Kinds.PLACEMENT_DECISION, decision("any", ""))).isEmpty();
  }
}
