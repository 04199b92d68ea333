package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ConformanceCases;
import io.sluice.policy.Compliance;
import io.sluice.policy.JsonTree;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.HubCase;
import io.sluice.policy.propagation.Targets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class RootStatusConformanceTest {
  private static final String SET_BINDING = "set-binding";

  @TestFactory
  Stream<DynamicTest> theRootSumsUpItsReplicas() {
    return ConformanceCases.of("root-status").each(this::checkRoot);
  }

  @TestFactory
  Stream<DynamicTest> theSetSumsUpItsPolicies() {
    return ConformanceCases.of("root-status").each("policyset-status.json", this::checkSet);
  }

  private void checkRoot(Map<String, Object> each) {
    Map<String, Object> replicas = JsonTree.map(each, "replicas");
    Targets targets =
        each.containsKey("policy") ? new HubCase(each).targets() : boundTo(replicas).targets();
    Map<String, Object> status =
        RootStatus.of(targets, compliance(replicas), Map.of(), Optional.empty()).toTree();
    assertExpected(status, JsonTree.map(each, "expect"));
  }

  private void checkSet(Map<String, Object> each) {
    Map<String, Object> set = JsonTree.map(each, "policySet");
    Map<String, Object> expected = JsonTree.map(each, "expect");
    Map<String, Object> hub = new LinkedHashMap<>();
    hub.put("policySets", List.of(set));
    bindSet(hub, set, JsonTree.maps(expected, "placement"));
    Bindings bindings = new HubCase(hub).bindings();
    Map<String, MemberView> members = new HashMap<>();
    for (Map<String, Object> policy : JsonTree.maps(each, "policies")) {
      if (!Boolean.FALSE.equals(policy.get("exists"))) {
        members.put(
            JsonTree.text(policy, "name").orElseThrow(),
            new MemberView(
                Boolean.TRUE.equals(policy.get("disabled")),
                compliance(JsonTree.map(policy, "status"))));
      }
    }
    PolicySetStatus status = PolicySetStatus.of(bindings.sets().get(0), bindings, members);
    assertExpected(status.toTree(), expected);
  }

  /** Cases of pure aggregation have no bindings: one that selects all their clusters stands in. */
  private static HubCase boundTo(Map<String, Object> replicas) {
    Map<String, Object> hub = new LinkedHashMap<>();
    bind(hub, "binding", "Placement", "all", "Policy", "root", List.copyOf(replicas.keySet()));
    return new HubCase(hub);
  }

  /** Cases of sets give the clusters of the bindings, and their names only as expected. */
  private static void bindSet(
      Map<String, Object> hub, Map<String, Object> set, List<Map<String, Object>> placements) {
    List<String> clusters = JsonTree.texts(set, "boundClusters");
    String name = JsonTree.text(set, "name").orElseThrow();
    if (placements.isEmpty() && set.containsKey("boundClusters")) {
      bind(hub, SET_BINDING, "Placement", "set-placement", "PolicySet", name, clusters);
    }
    for (Map<String, Object> placement : placements) {
      String kind = placement.containsKey("placementRule") ? "PlacementRule" : "Placement";
      String ref =
          JsonTree.text(placement, "placement")
              .or(() -> JsonTree.text(placement, "placementRule"))
              .orElse("");
      String binding = JsonTree.text(placement, "placementBinding").orElse(SET_BINDING);
      bind(hub, binding, kind, ref, "PolicySet", name, clusters);
    }
  }

  private static void bind(
      Map<String, Object> hub,
      String binding,
      String placementKind,
      String placement,
      String subjectKind,
      String subject,
      List<String> clusters) {
    List<Object> bindings = new ArrayList<>(JsonTree.list(hub, "bindings"));
    bindings.add(
        Map.of(
            "name",
            binding,
            "placementRef",
            Map.of("kind", placementKind, "name", placement),
            "subjects",
            List.of(Map.of("kind", subjectKind, "name", subject))));
    hub.put("bindings", bindings);
    List<Object> placements = new ArrayList<>(JsonTree.list(hub, "placements"));
    if (!placement.isEmpty()) {
      placements.add(Map.of("kind", placementKind, "name", placement, "clusters", clusters));
    }
    hub.put("placements", placements);
  }

  private static Map<String, Compliance> compliance(Map<String, Object> compliant) {
    Map<String, Compliance> compliance = new HashMap<>();
    compliant
        .keySet()
        .forEach(
            cluster ->
                JsonTree.text(compliant, cluster)
                    .flatMap(Compliance::ofLabel)
                    .ifPresent(known -> compliance.put(cluster, known)));
    return compliance;
  }

  /** A key missing from what is expected is not asserted; an empty value means an absent field. */
  private static void assertExpected(Map<String, Object> status, Map<String, Object> expected) {
    expected.forEach(
        (key, value) -> {
          boolean absent = value == null || "".equals(value) || List.of().equals(value);
          assertThat(status.get(key)).as(key).isEqualTo(absent ? null : value);
        });
  }
}
