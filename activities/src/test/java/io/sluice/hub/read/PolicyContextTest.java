package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyContextTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final PolicyName POLICY = new PolicyName("retail", "tls");

  private String strategy = "{type: Progressive}";
  private String action = "enforce";
  private String definition = "{kind: ConfigurationPolicy, metadata: {name: t}}";
  private GenericKubernetesResource rollout;
  private final List<GenericKubernetesResource> bindings = new ArrayList<>();
  private final List<GenericKubernetesResource> placements = new ArrayList<>();
  private final List<GenericKubernetesResource> rules = new ArrayList<>();
  private final List<GenericKubernetesResource> decisions = new ArrayList<>();

  private PolicyContext context() {
    GenericKubernetesResource root =
        Yaml.object(
            """
            kind: Policy
            metadata: {name: tls, namespace: retail, uid: uid, generation: 3}
            spec:
              disabled: false
              remediationAction: %s
              rolloutStrategy: %s
              policy-templates: [{objectDefinition: %s}]
            """
                .formatted(action, strategy, definition));
    GenericKubernetesResource cluster =
        Yaml.object("{kind: ManagedCluster, metadata: {name: a1, labels: {lab: 'yes'}}}");
    return PolicyContext.of(
        new PolicyObjects(
            POLICY,
            Optional.of(root),
            Optional.ofNullable(rollout),
            bindings,
            List.of(),
            placements,
            rules,
            decisions,
            () -> List.of(cluster),
            () -> false,
            Optional.empty(),
            PolicySets.NONE,
            HubMode.STANDALONE,
            TicketLedger.NONE,
            new PlacementCache(),
            CalendarObjects.UNREAD,
            ApprovalGuard.UNASKED),
        NOW);
  }

  private static GenericKubernetesResource deleting(GenericKubernetesResource object) {
    object.getMetadata().setDeletionTimestamp("2026-02-03T09:59:00Z");
    return object;
  }

  @Test
  void nothingBeginsOnClustersThatOnlyABindingSelectsThatIsBeingDeleted() {
    placement("near", "1", "a1", "a2");
    placement("far", "1", "a2", "a3");
    deleting(bindings.get(1));
    PolicyContext context = context();
    FleetView fleet = context.fleet(List.of("a2", "a3"));
    assertThat(fleet.groups()).flatExtracting(group -> group.clusters()).containsOnly("a1", "a2");
    assertThat(fleet.leaving()).containsExactly("a3");
    assertThat(fleet.closing()).containsExactly("a3");
    FleetView present = context.present(List.of("a2", "a3"));
    assertThat(present.groups()).flatExtracting(group -> group.clusters()).contains("a3");
    assertThat(present.leaving()).isEmpty();
    assertThat(context.closing()).containsExactly("a3");
    assertThat(context.targets(context.root().orElseThrow().snapshot()).replicas())
        .containsExactly("a1", "a2", "a3");

    bindings.get(1).getMetadata().setDeletionTimestamp(null);
    deleting(placements.get(1));
    assertThat(context().closing()).containsExactly("a3");

    placements.get(1).getMetadata().setDeletionTimestamp(null);
    assertThat(context().closing()).isEmpty();
  }

  @Test
  void whyNothingBeginsIsSaidWhereNothingElseSelectsAnything() {
    placement("near", "1", "a1");
    deleting(placements.get(0));
    assertThat(context().fleet(List.of()).missing().orElseThrow()).contains("is being deleted");
  }

  private void bind(String placement, String kind, String group, String more) {
    bindings.add(
        Yaml.object(
            """
            kind: PlacementBinding
            metadata: {name: b%d, namespace: retail}
            placementRef: {apiGroup: %s, kind: %s, name: %s}
            subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: tls}]
            %s
            """
                .formatted(bindings.size(), group, kind, placement, more)));
  }

  private void placement(String name, String size, String... clusters) {
    bind(name, "Placement", "cluster.open-cluster-management.io", "");
    placements.add(
        Yaml.object(
            """
            kind: Placement
            metadata: {name: %s, namespace: retail, generation: 1}
            spec: {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: %s}}}
            status:
              numberOfSelectedClusters: %d
              decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: dev, decisions: [%s-1], clusterCount: %d}]
            """
                .formatted(name, size, clusters.length, name, clusters.length)));
    decisions.add(
        Yaml.object(
            """
            kind: PlacementDecision
            metadata:
              name: %s-1
              namespace: retail
              labels:
                cluster.open-cluster-management.io/placement: %s
                cluster.open-cluster-management.io/decision-group-name: dev
                cluster.open-cluster-management.io/decision-group-index: "0"
            status: {decisions: [%s]}
            """
                .formatted(
                    name,
                    name,
                    String.join(
                        ", ",
                        List.of(clusters).stream().map("{clusterName: %s}"::formatted).toList()))));
  }

  private String refusal() {
    return context().acceptance().orElseThrow().refusal().orElseThrow().message();
  }

  private Amount maxConcurrency() {
    return context().acceptance().orElseThrow().strategy().orElseThrow().maxConcurrency().get();
  }

  @Test
  void placementsGoByNameAndAClusterBelongsToTheFirst() {
    placement("b", "null", "b1", "shared");
    placement("a", "null", "a1", "shared");
    FleetView fleet = context().fleet(List.of());
    assertThat(fleet.groups())
        .extracting(group -> group.key().placement() + group.clusters())
        .containsExactly("a[a1, shared]", "b[b1]");
    assertThat(fleet.incoherent()).isEmpty();
  }

  @Test
  void anIncoherentPlacementIsNamedInTheWaitingSentence() {
    placement("a", "null", "a1");
    decisions.clear();
    assertThat(context().fleet(List.of()).incoherent())
        .contains("Waiting for placement a to publish all its decisions: it publishes 0 of 1.");
  }

  @Test
  void withoutABindingThePolicyIsNamed() {
    assertThat(context().fleet(List.of()).missing())
        .contains("No PlacementBinding names policy retail/tls, nor a PolicySet with it.");
  }

  @Test
  void aBindingToAPlacementThatDoesNotExistIsNamed() {
    placement("a", "null", "a1");
    assertThat(context().fleet(List.of()).missing()).isEmpty();
    bind("web", "Placement", "cluster.open-cluster-management.io", "");
    assertThat(context().fleet(List.of()).missing())
        .contains("PlacementBinding b1 names Placement web, which does not exist.");
  }

  @Test
  void aPlacementWhoseSchedulerHasNotRunIsNamed() {
    bind("web", "Placement", "cluster.open-cluster-management.io", "");
    placements.add(
        Yaml.object(
            """
            kind: Placement
            metadata: {name: web, namespace: retail, generation: 1}
            spec: {}
            """));
    assertThat(context().fleet(List.of()).missing())
        .contains("Placement web has no status: its scheduler has not run.");
  }

  @Test
  void aRestrictedBindingAndAMissingPlacementSelectNoCluster() {
    placement("a", "null", "a1");
    bindings.clear();
    bind("a", "Placement", "cluster.open-cluster-management.io", "subFilter: restricted");
    bind("gone", "Placement", "cluster.open-cluster-management.io", "");
    FleetView fleet = context().fleet(List.of());
    assertThat(fleet.groups()).isEmpty();
    assertThat(fleet.incoherent()).isEmpty();
  }

  @Test
  void aPlacementRuleOfTheSameNameKeepsItsOwnGroup() {
    placement("a", "null", "a1");
    bind("a", "PlacementRule", "apps.open-cluster-management.io", "");
    rules.add(
        Yaml.object(
            "{kind: PlacementRule, metadata: {name: a, namespace: retail}, status: {decisions:"
                + " [{clusterName: r1}]}}"));
    assertThat(context().fleet(List.of()).groups())
        .extracting(group -> group.key())
        .containsExactly(new GroupKey("a", "dev", 0), new GroupKey("a/PlacementRule", "", 0));
  }

  @Test
  void unselectedClustersWithAReplicaAreLeaving() {
    placement("a", "null", "a1");
    assertThat(context().fleet(List.of("a1", "z", "y")).leaving()).containsExactly("y", "z");
  }

  @Test
  void ignoredClustersAreFoundByTheirLabels() {
    strategy = "{type: Progressive, ignoreClusterRolloutStatus: {matchLabels: {lab: 'yes'}}}";
    placement("a", "null", "a1", "a2");
    assertThat(context().fleet(List.of()).ignored()).containsExactly("a1");
  }

  @Test
  void withoutALimitOneClusterGoesAtATime() {
    placement("a", "null", "a1", "a2");
    assertThat(maxConcurrency()).isEqualTo(Amount.count(1));
  }

  @Test
  void aGroupSizeOfZeroIsNoLimitLikeThatOfItsPlacement() {
    placement("a", "0", "a1", "a2", "a3");
    assertThat(maxConcurrency()).isEqualTo(Amount.count(3));
    placement("b", "2", "b1", "b2", "b3");
    assertThat(maxConcurrency()).isEqualTo(Amount.count(2));
  }

  @Test
  void groupsInTheSpellingOfTheProposalMayBeNamed() {
    placement("a", "null", "a1", "a2", "a3");
    placements
        .get(0)
        .setAdditionalProperty(
            "spec",
            Map.of(
                "DecisionStrategy",
                Map.of(
                    "clustersPerDecisionGroup",
                    2,
                    "DecisionGroups",
                    List.of(Map.of("GroupName", "canary", "clusterSelector", Map.of())))));
    strategy = "{type: Progressive, progressive: {mandatoryDecisionGroups: [{groupName: canary}]}}";
    assertThat(context().acceptance().orElseThrow().refusal()).isEmpty();
    assertThat(maxConcurrency()).isEqualTo(Amount.count(2));
  }

  @Test
  void withoutALimitTheSmallestExplicitGroupSizeIsTheLimit() {
    placement("a", "100%", "a1", "a2", "a3", "a4");
    placement("b", "50%", "b1", "b2", "b3", "b4", "b5");
    assertThat(maxConcurrency()).isEqualTo(Amount.count(3));
    strategy = "{type: Progressive, progressive: {maxConcurrency: 0}}";
    assertThat(maxConcurrency()).isEqualTo(Amount.count(0));
  }

  @Test
  void pendingClustersInformMakesModeI() {
    strategy = "{type: Progressive, pendingClusters: Inform}";
    assertThat(context().acceptance().orElseThrow().refusal()).isEmpty();
    assertThat(context().acceptance().orElseThrow().mode()).isEqualTo(PendingMode.INFORM);
  }

  @Test
  void problemsOfPolicyAndRolloutAreReportedTogether() {
    strategy = "{type: Canary}";
    rollout =
        Yaml.object(
            """
            kind: Rollout
            metadata: {name: policy-tls, namespace: retail}
            spec: {decisionGroups: [{groupName: dev}, {groupName: dev}]}
            """);
    assertThat(refusal())
        .isEqualTo(
            "Cannot roll out policy retail/tls: Rollout spec.decisionGroups[1].groupName is"
                + " \"dev\", listed before at [0]. Keep one entry. spec.rolloutStrategy.type is"
                + " \"Canary\", which is no strategy. Use All, Progressive, ProgressivePerGroup or"
                + " manualPerGroup.");
  }

  @Test
  void anUnknownMandatoryGroupIsRefusedAndADeclaredOneAccepted() {
    placement("a", "null", "a1");
    strategy = "{type: Progressive, progressive: {mandatoryDecisionGroups: [{groupName: canry}]}}";
    assertThat(refusal())
        .contains("\"canry\", which no bound placement declares. Use one of: dev.");
    strategy = "{type: Progressive, progressive: {mandatoryDecisionGroups: [{groupName: dev}]}}";
    assertThat(context().acceptance().orElseThrow().refusal()).isEmpty();
  }

  @Test
  void aHubTemplateIsRefused() {
    definition = "{kind: ConfigurationPolicy, metadata: {name: t}, spec: {v: '{{hub x hub}}'}}";
    assertThat(refusal())
        .isEqualTo(
            "Cannot roll out policy retail/tls: spec.policy-templates[0].objectDefinition is a hub"
                + " template, which standalone mode does not render. Remove {{hub ... hub}}, or run"
                + " Sluice beside the propagator.");
  }

  @Test
  void anUnstagedPolicyHasNothingToAccept() {
    strategy = "null";
    assertThat(context().acceptance()).isEmpty();
    assertThat(context().rootView().orElseThrow().staged()).isFalse();
  }

  @Test
  void theStrategyIsNoPartOfTheContent() {
    String before = context().version().orElseThrow().contentHash();
    strategy = "{type: All}";
    assertThat(context().version().orElseThrow().contentHash()).isEqualTo(before);
  }

  @Test
  void anOverrideCountsWithTypeAllOnlyAndTheRolloutKnowsTheReplicaByItsVersion() {
    action = "inform";
    placement("a", "null", "a1");
    bindings.clear();
    bind(
        "a",
        "Placement",
        "cluster.open-cluster-management.io",
        "bindingOverrides: {remediationAction: enforce}");
    PolicyContext progressive = context();
    assertThat(action(progressive)).isEqualTo("inform");
    strategy = "{type: All}";
    PolicyContext all = context();
    assertThat(action(all)).isEqualTo("enforce");
    VersionContent content = all.content(all.root().orElseThrow().snapshot());
    PolicyVersion version = all.version().orElseThrow();
    String overridden = content.on("a1", Optional.empty()).contentHash();
    assertThat(overridden).isNotEqualTo(version.contentHash());
    assertThat(content.hashOf(replica(overridden), version)).isEqualTo(version.contentHash());
    assertThat(content.hashOf(replica("other"), version)).isEqualTo("other");
  }

  private static Replica replica(String contentHash) {
    return new Replica(
        POLICY, "a1", "1", contentHash, Optional.empty(), Optional.empty(), List.of(), List.of());
  }

  @Test
  void whileAPlacementPublishesNoGroupIsUnknown() {
    placement("a", "null", "a1");
    decisions.clear();
    strategy = "{type: Progressive, progressive: {mandatoryDecisionGroups: [{groupName: late}]}}";
    assertThat(context().acceptance().orElseThrow().refusal()).isEmpty();
  }

  private static Object action(PolicyContext context) {
    return context
        .content(context.root().orElseThrow().snapshot())
        .on("a1", Optional.empty())
        .spec()
        .get("remediationAction");
  }

  @Test
  void aRolloutOfAFormerPolicyCountsAsAbsent() {
    rollout = ofFormerPolicy("status: {attempt: 3}");
    assertThat(context().rollout()).isEmpty();
    assertThat(context().intent().paused()).isFalse();
  }

  /** Every object of Sluice's own has a status: a backup dropped this one. */
  @Test
  void aRolloutWithoutAnyStatusWasRestoredAndKeepsItsSpec() {
    rollout = ofFormerPolicy("");
    assertThat(context().rollout()).isPresent();
    assertThat(context().intent().paused()).isTrue();
  }

  private static GenericKubernetesResource ofFormerPolicy(String status) {
    return Yaml.object(
        """
        kind: Rollout
        metadata:
          name: policy-tls
          namespace: retail
          ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: tls, uid: former}]
        spec: {paused: true}
        """
            + status);
  }
}
