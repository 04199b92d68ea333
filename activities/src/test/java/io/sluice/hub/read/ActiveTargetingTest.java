package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.policy.PolicyActivationPlanner;
import io.sluice.activation.policy.PolicyActivationTree;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Reads the active targeting of a lazily bound policy from its Rollout (lazy-activation 4). */
class ActiveTargetingTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final PolicyName POLICY = new PolicyName("retail", "tls");

  private HubMode mode = HubMode.STANDALONE;
  private String annotation = "policy.open-cluster-management.io/activation-preference: Lazy";
  private String content = "one";
  private String strategy = "{type: Progressive}";
  private int generation = 3;
  private String set = "global";
  private String size = "null";
  private List<String> clusters = List.of("c1", "c2");
  private String spec = "{}";
  private Map<String, Object> activation = Map.of();

  private PolicyContext context() {
    GenericKubernetesResource root =
        Yaml.object(
            """
            kind: Policy
            metadata: {name: tls, namespace: retail, uid: uid, generation: %d, creationTimestamp: "2026-02-01T10:00:00Z"}
            spec:
              disabled: false
              remediationAction: inform
              rolloutStrategy: %s
              policy-templates: [{objectDefinition: {kind: ConfigurationPolicy, metadata: {name: %s}}}]
            """
                .formatted(generation, strategy, content));
    GenericKubernetesResource binding =
        Yaml.object(
            """
            kind: PlacementBinding
            metadata: {name: sites, namespace: retail, creationTimestamp: "2026-01-01T10:00:00Z", annotations: {%s}}
            placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: sites}
            subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: tls}]
            """
                .formatted(annotation));
    GenericKubernetesResource placement =
        Yaml.object(
            """
            kind: Placement
            metadata: {name: sites, namespace: retail, generation: 1}
            spec: {clusterSets: [%s], decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: %s}}}
            status:
              numberOfSelectedClusters: %d
              decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: dev, decisions: [sites-1], clusterCount: %d}]
            """
                .formatted(set, size, clusters.size(), clusters.size()));
    GenericKubernetesResource decision =
        Yaml.object(
            """
            kind: PlacementDecision
            metadata:
              name: sites-1
              namespace: retail
              labels:
                cluster.open-cluster-management.io/placement: sites
                cluster.open-cluster-management.io/decision-group-name: dev
                cluster.open-cluster-management.io/decision-group-index: "0"
            status: {decisions: [%s]}
            """
                .formatted(
                    String.join(
                        ", ", clusters.stream().map("{clusterName: %s}"::formatted).toList())));
    GenericKubernetesResource rollout =
        Yaml.object(
            """
            kind: Rollout
            metadata: {name: policy-tls, namespace: retail, uid: r, generation: 1}
            spec: %s
            """
                .formatted(spec));
    rollout.setAdditionalProperty("status", new TreeMap<>(Map.of("activation", activation)));
    return PolicyContext.of(
        new PolicyObjects(
            POLICY,
            Optional.of(root),
            Optional.of(rollout),
            List.of(binding),
            List.of(),
            List.of(placement),
            List.of(),
            List.of(decision),
            List::of,
            () -> false,
            Optional.empty(),
            PolicySets.NONE,
            mode,
            TicketLedger.NONE,
            new PlacementCache(),
            CalendarObjects.UNREAD,
            ApprovalGuard.UNASKED),
        NOW);
  }

  /** Decides, and stores the decision. */
  private void decide() {
    PolicyContext context = context();
    activation =
        PolicyActivationTree.of(
            PolicyActivationPlanner.decide(
                    ActivationInputBuilder.of(context, Set.of(), cluster -> true).orElseThrow(),
                    NOW)
                .activation());
  }

  private static Set<String> clusters(PolicyContext context) {
    return context.targets(context.root().orElseThrow().snapshot()).replicas();
  }

  @Test
  void nothingIsHeldWithoutThePreference() {
    annotation = "";

    assertThat(context().active()).isEmpty();
    assertThat(context().coherent()).isTrue();
  }

  @Test
  void nothingMovesBeforeTheFirstDecision() {
    assertThat(context().fleet(List.of()).incoherent())
        .contains("Waiting for the decision which targeting of the policy is active.");
  }

  @Test
  void anEditedPlacementLeavesClustersAndGroupsAsTheyWere() {
    decide();
    set = "other";
    clusters = List.of("c2", "c3");
    PolicyContext context = context();

    assertThat(context.coherent()).isTrue();
    assertThat(clusters(context)).containsExactly("c1", "c2");
    assertThat(context.fleet(List.of("c1", "c2")).groups())
        .extracting(group -> group.key().label() + group.clusters())
        .containsExactly("dev[c1, c2]");
    assertThat(context.fleet(List.of("c1", "c2")).leaving()).isEmpty();
  }

  @Test
  void anEditedPlacementLeavesTheSizeOfItsGroupsAsItWas() {
    clusters = List.of("c1", "c2", "c3", "c4", "c5");
    for (String written : List.of("2", "40%")) {
      size = written;
      content = "with " + written.length();
      generation++;
      decide();
      assertThat(maxConcurrency()).isEqualTo(Amount.count(2));
    }

    size = "3";
    assertThat(maxConcurrency()).isEqualTo(Amount.count(2));
    decide();
    assertThat(maxConcurrency()).isEqualTo(Amount.count(2));
    content = "three";
    generation++;
    decide();
    assertThat(maxConcurrency()).isEqualTo(Amount.count(3));
  }

  private Amount maxConcurrency() {
    return context()
        .acceptance()
        .orElseThrow()
        .strategy()
        .orElseThrow()
        .maxConcurrency()
        .orElseThrow();
  }

  @Test
  void decisionsThatNoDecisionHasSeenDoNotCount() {
    decide();
    clusters = List.of("c1", "c2", "c3");
    assertThat(clusters(context())).containsExactly("c1", "c2");

    decide();
    assertThat(clusters(context())).containsExactly("c1", "c2", "c3");
  }

  @Test
  void aNewContentMovesNothingUntilTheGateWasAsked() {
    decide();
    content = "two";
    generation = 4;
    set = "other";
    clusters = List.of("c3");
    assertThat(context().coherent()).isFalse();
    assertThat(context().version().orElseThrow().generation()).isEqualTo(4);

    decide();
    assertThat(context().coherent()).isTrue();
    assertThat(clusters(context())).containsExactly("c3");
  }

  @Test
  void anEditOfTheStrategyAloneIsNoNewVersion() {
    decide();
    String hash = context().strategy().hash();
    strategy = "{type: All}";
    generation = 4;
    decide();

    assertThat(context().version().orElseThrow().generation()).isEqualTo(3);
    assertThat(context().strategy().hash()).isEqualTo(hash);
    assertThat(context().desiredStrategy().hash()).isNotEqualTo(hash);
  }

  @Test
  void withoutAStrategyAllClustersAreRolledOutToInOneStep() {
    strategy = "null";
    decide();

    assertThat(context().strategy().tree()).contains(Map.of("type", "All"));
    assertThat(context().acceptance().orElseThrow().atOnce()).isTrue();
  }

  @Test
  void besideThePropagatorNothingIsHeldWithoutAStrategyOfTheRollout() {
    mode = HubMode.BESIDE;
    assertThat(context().active()).isEmpty();
    spec = "{rolloutStrategy: {type: Progressive}}";
    assertThat(context().active()).isPresent();
  }

  @Test
  void besideThePropagatorWhatIsNotSelectedIsNotEnforced() {
    mode = HubMode.BESIDE;
    spec = "{rolloutStrategy: {type: Progressive}}";
    decide();
    set = "other";
    clusters = List.of("c2", "c3");

    assertThat(clusters(context())).containsExactly("c2");
  }
}
