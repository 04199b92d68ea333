package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.fleet.DecisionGroup;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PlacementCache;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.process.ConformanceFolder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads the cases of PlacementRules, and of references to placements, by what a worker reads the
 * clusters and groups of a policy with (placement 12).
 */
class PlacementRuleConformanceTest {
  private static final String RULE = "PlacementRule";
  private static final String RULES = "apps.open-cluster-management.io";

  private final List<GenericKubernetesResource> placements = new ArrayList<>();
  private final List<GenericKubernetesResource> rules = new ArrayList<>();
  private final List<GenericKubernetesResource> decisions = new ArrayList<>();

  @TestFactory
  Stream<DynamicTest> everyCase() {
    return ConformanceFolder.cases("placement", "placementrule-cases.json").stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    String.valueOf(each.get("name")),
                    () -> new PlacementRuleConformanceTest().check(each)));
  }

  private void check(Map<String, Object> each) {
    Map<String, Object> input = JsonTree.map(each, "input");
    Map<String, Object> expect = JsonTree.map(each, "expect");
    Map<String, Object> ref = JsonTree.map(input, "placementRef");
    String kind = JsonTree.text(ref, "kind").orElse(RULE);
    String name =
        JsonTree.text(ref, "name")
            .or(() -> JsonTree.text(input, "placementRuleName"))
            .orElse("rule1");
    List<String> own = clusters(input);
    if (!own.isEmpty() || kind.equals(RULE)) {
      rules.add(object(RULE, name, Map.of(), own));
    }
    Map<String, Object> placement = JsonTree.map(input, "placement");
    if (!placement.isEmpty()) {
      placements.add(object("Placement", name, Map.of(), List.of()));
    }
    JsonTree.maps(input, "placementDecisions").forEach(this::decision);
    JsonTree.maps(expect, "placementDecisions").forEach(this::mirror);

    PolicyContext context = context(JsonTree.text(ref, "apiGroup").orElse(RULES), kind, name);
    List<DecisionGroup> groups = context.fleet(List.of()).groups();
    assertThat(context.targets(context.root().orElseThrow().snapshot()).replicas())
        .containsExactlyInAnyOrderElementsOf(
            expect.containsKey("clusters") ? JsonTree.texts(expect, "clusters") : own);
    if (expect.containsKey("groups")) {
      assertThat(groups.stream().map(DecisionGroup::clusters))
          .isEqualTo(
              JsonTree.maps(expect, "groups").stream()
                  .map(group -> JsonTree.texts(group, "clusters"))
                  .filter(members -> !members.isEmpty())
                  .toList());
    } else if (!expect.containsKey("clusters")) {
      // The mirror of a PlacementRule is never read: one unnamed group of its own decisions.
      assertThat(groups).hasSize(own.isEmpty() ? 0 : 1);
    }
  }

  private static List<String> clusters(Map<String, Object> input) {
    if (input.containsKey("statusDecisions")) {
      return IntStream.range(0, (int) JsonTree.number(input, "statusDecisions"))
          .mapToObj("c%03d"::formatted)
          .toList();
    }
    return JsonTree.maps(JsonTree.map(JsonTree.map(input, "placementRule"), "status"), "decisions")
        .stream()
        .flatMap(decision -> JsonTree.text(decision, "clusterName").stream())
        .toList();
  }

  private void decision(Map<String, Object> given) {
    decisions.add(
        object(
            "PlacementDecision",
            "decision-" + decisions.size(),
            JsonTree.strings(given, "labels"),
            JsonTree.texts(given, "clusters")));
  }

  /** Clusters that no status of a rule lists would show that a mirror is read. */
  private void mirror(Map<String, Object> expected) {
    decisions.add(
        object(
            "PlacementDecision",
            JsonTree.text(expected, "name").orElseThrow(),
            JsonTree.strings(expected, "labels"),
            List.of("mirrored-" + decisions.size())));
  }

  private static GenericKubernetesResource object(
      String kind, String name, Map<String, String> labels, List<String> clusters) {
    GenericKubernetesResource object =
        yaml("kind: %s\nmetadata: {name: %s, namespace: retail}\n".formatted(kind, name));
    object.getMetadata().setLabels(labels);
    object.setAdditionalProperty(
        "status",
        Map.of(
            "decisions",
            clusters.stream().map(cluster -> Map.of("clusterName", cluster)).toList()));
    return object;
  }

  private static GenericKubernetesResource yaml(String text) {
    return new KubernetesSerialization().unmarshal(text, GenericKubernetesResource.class);
  }

  private PolicyContext context(String group, String kind, String name) {
    return PolicyContext.of(
        new PolicyObjects(
            new PolicyName("retail", "tls"),
            Optional.of(
                yaml(
                    """
                    kind: Policy
                    metadata: {name: tls, namespace: retail, uid: uid, generation: 1}
                    spec: {disabled: false, policy-templates: []}
                    """)),
            Optional.empty(),
            List.of(
                yaml(
                    """
                    kind: PlacementBinding
                    metadata: {name: b, namespace: retail}
                    placementRef: {apiGroup: %s, kind: %s, name: %s}
                    subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: tls}]
                    """
                        .formatted(group, kind, name))),
            List.of(),
            placements,
            rules,
            decisions,
            List::of,
            () -> false,
            Optional.empty(),
            PolicySets.NONE,
            HubMode.STANDALONE,
            TicketLedger.NONE,
            new PlacementCache(),
            CalendarObjects.UNREAD,
            ApprovalGuard.UNASKED),
        Instant.EPOCH);
  }
}
