package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ConformanceCases;
import io.sluice.policy.admission.AdmissionCase;
import io.sluice.policy.propagation.StaleReplicaCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks what a replica is made of, and what is admitted; worker checks what is kept. */
class ReplicationConformanceTest {
  @TestFactory
  Stream<DynamicTest> aReplicaIsMadeAndKeptAsUpstreamDoes() {
    return ConformanceCases.of("replication").each(ReplicationConformanceTest::check);
  }

  private static void check(Map<String, Object> each) {
    String type = JsonTree.text(each, "type").orElse("");
    switch (type) {
      case "dependencies" -> checkDependencies(each);
      case "rootNameFromReplica" -> checkRootName(each);
      case "metadata" -> checkMetadata(each);
      case "admission" -> checkAdmission(each);
      case "stray" -> StaleReplicaCase.check(each);
      case "drift", "equivalent" ->
          ConformanceCases.skip("ReplicaRepairConformanceTest of worker plays it on a hub");
      default -> ConformanceCases.skip("no case of type \"" + type + "\" is known here");
    }
  }

  private static void checkDependencies(Map<String, Object> each) {
    PolicyName root = new PolicyName(JsonTree.text(each, "rootNamespace").orElseThrow(), "root");
    Map<String, Object> template =
        Map.of("objectDefinition", Map.of(), "extraDependencies", JsonTree.list(each, "input"));
    Map<String, Object> spec =
        Map.of("dependencies", JsonTree.list(each, "input"), "policy-templates", List.of(template));
    Map<String, Object> rendered =
        ReplicaRenderer.render(
                root,
                new PolicySnapshot(null, null, spec),
                "cluster",
                Optional.empty(),
                sets(each),
                Optional.empty())
            .spec();
    List<Object> expected = JsonTree.list(each, "expect");
    assertThat(JsonTree.list(rendered, "dependencies")).isEqualTo(expected);
    assertThat(
            JsonTree.list(JsonTree.maps(rendered, "policy-templates").get(0), "extraDependencies"))
        .isEqualTo(expected);
  }

  private static PolicySets sets(Map<String, Object> each) {
    return (namespace, name) ->
        JsonTree.maps(each, "policySets").stream()
            .filter(set -> namespace.equals(set.get("namespace")) && name.equals(set.get("name")))
            .map(set -> JsonTree.texts(set, "policies"))
            .findFirst();
  }

  private static void checkRootName(Map<String, Object> each) {
    Optional<PolicyName> root = PolicyName.ofReplica(String.valueOf(each.get("input")));
    assertThat(root.map(name -> Map.of("namespace", name.namespace(), "name", name.name())))
        .isEqualTo(Optional.ofNullable(each.get("expect")));
  }

  private static void checkMetadata(Map<String, Object> each) {
    Map<String, Object> root = JsonTree.map(each, "root");
    Map<String, Object> spec = new LinkedHashMap<>(JsonTree.map(root, "spec"));
    if (root.containsKey("copyPolicyMetadata")) {
      spec.put("copyPolicyMetadata", root.get("copyPolicyMetadata"));
    }
    PolicyName name =
        new PolicyName(
            JsonTree.text(root, "namespace").orElseThrow(),
            JsonTree.text(root, "name").orElseThrow());
    String cluster = JsonTree.text(each, "cluster").orElseThrow();
    ReplicaContent replica =
        ReplicaRenderer.render(
            name,
            new PolicySnapshot(
                JsonTree.strings(root, "labels"), JsonTree.strings(root, "annotations"), spec),
            cluster,
            Optional.empty(),
            PolicySets.NONE,
            Optional.empty());
    Map<String, Object> expected = JsonTree.map(each, "expect");
    assertThat(replica.labels()).isEqualTo(JsonTree.strings(expected, "labels"));
    assertThat(replica.annotations()).isEqualTo(JsonTree.strings(expected, "annotations"));
    assertThat(cluster).isEqualTo(expected.getOrDefault("namespace", cluster));
    assertThat(name.replicaName()).isEqualTo(expected.getOrDefault("name", name.replicaName()));
    // A replica's content has no such fields, so none may be expected.
    assertThat(JsonTree.list(expected, "finalizers")).isEmpty();
    assertThat(JsonTree.list(expected, "ownerReferences")).isEmpty();
  }

  private static void checkAdmission(Map<String, Object> each) {
    Map<String, Object> input = JsonTree.map(each, "input");
    Object allowed = JsonTree.map(each, "expect").get("allowed");
    List<Problem> problems = AdmissionCase.problems(input);
    assertThat(problems.isEmpty()).as(problems.toString()).isEqualTo(allowed);
  }
}
