package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorFixture.soon;
import static io.sluice.simulator.tree.ObjectTree.list;
import static io.sluice.simulator.tree.ObjectTree.map;
import static io.sluice.simulator.tree.ObjectTree.maps;
import static io.sluice.simulator.tree.ObjectTree.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Holds the simulated propagator to the cases of replication. Those of admission are skipped: that
 * is done by a webhook and by schemas, which the propagator relies on and the hub in memory lacks.
 */
@Timeout(300)
class PropagatorReplicationConformanceTest {
  private static final String CLUSTER = "managed1";
  private static final String ROOT = "policies.root";

  @TestFactory
  Stream<DynamicTest> aReplicaIsMadeAndKeptAsUpstreamDoes() {
    return CaseFiles.each("replication", PropagatorReplicationConformanceTest::check);
  }

  private static void check(Map<String, Object> each) {
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      switch (text(each.get("type"))) {
        case "dependencies" -> checkDependencies(fixture, each);
        case "rootNameFromReplica" -> checkRootName(fixture, each);
        case "metadata" -> checkMetadata(fixture, each);
        case "equivalent" -> checkEquivalent(fixture, each);
        case "stray" -> checkStray(fixture, each);
        case "drift" -> checkDrift(fixture, each);
        case "admission" -> CaseFiles.skip("the hub in memory has neither webhook nor schemas");
        default -> CaseFiles.skip("no case of type " + each.get("type") + " is known here");
      }
    }
  }

  private static void checkDependencies(PropagatorFixture fixture, Map<String, Object> each) {
    String namespace = text(each.get("rootNamespace"));
    maps(each.get("policySets"))
        .forEach(
            set ->
                fixture.create(
                    PropagatorKinds.POLICY_SET,
                    text(set.get("namespace")),
                    text(set.get("name")),
                    Map.of("spec", set)));
    Map<String, Object> template =
        Map.of(
            "objectDefinition", Map.of("kind", "A"), "extraDependencies", list(each.get("input")));
    bound(
        fixture,
        namespace,
        Map.of("dependencies", list(each.get("input")), "policy-templates", List.of(template)));
    fixture.settle();
    Map<String, Object> spec =
        PolicyObject.spec(fixture.policy(CLUSTER, namespace + ".root").orElseThrow());
    assertThat(list(spec.get("dependencies"))).isEqualTo(list(each.get("expect")));
    assertThat(
            maps(spec.get("policy-templates"))
                .map(rendered -> list(rendered.get("extraDependencies"))))
        .first()
        .isEqualTo(list(each.get("expect")));
  }

  private static void checkRootName(PropagatorFixture fixture, Map<String, Object> each) {
    String replica = text(each.get("input"));
    Map<String, Object> expected = map(each.get("expect"));
    fixture.clusters(CLUSTER);
    if (expected.isEmpty()) {
      replica(fixture, replica);
      fixture.settle();
      assertThat(fixture.policy(CLUSTER, replica)).isEmpty();
      return;
    }
    String namespace = text(expected.get("namespace"));
    String name = text(expected.get("name"));
    fixture.policy(namespace, name, spec(Map.of()));
    fixture.placement(namespace, "all", List.of(CLUSTER));
    fixture.bind(namespace, "all", name, "all", false);
    fixture.settle();
    assertThat(fixture.policy(CLUSTER, replica)).isPresent();
    fixture.policy(CLUSTER, replica).ifPresent(found -> fixture.client.resource(found).delete());
    soon(() -> assertThat(fixture.policy(CLUSTER, replica)).isPresent());
  }

  private static void checkMetadata(PropagatorFixture fixture, Map<String, Object> each) {
    Map<String, Object> root = map(each.get("root"));
    Map<String, Object> expected = map(each.get("expect"));
    String namespace = text(root.get("namespace"));
    String name = text(root.get("name"));
    String cluster = text(each.get("cluster"));
    Map<String, Object> spec = new HashMap<>(spec(map(root.get("spec"))));
    if (root.containsKey("copyPolicyMetadata")) {
      spec.put("copyPolicyMetadata", root.get("copyPolicyMetadata"));
    }
    fixture.clusters(cluster);
    fixture.policy(namespace, name, spec);
    fixture.edit(
        namespace,
        name,
        policy -> {
          policy.getMetadata().setLabels(texts(root, "labels"));
          policy.getMetadata().setAnnotations(texts(root, "annotations"));
          return policy;
        });
    fixture.placement(namespace, "all", List.of(cluster));
    fixture.bind(namespace, "all", name, "all", false);
    fixture.settle();
    GenericKubernetesResource replica =
        fixture.policy(text(expected.get("namespace")), text(expected.get("name"))).orElseThrow();
    assertThat(PolicyObject.labels(replica)).isEqualTo(texts(expected, "labels"));
    assertThat(PolicyObject.annotations(replica)).isEqualTo(texts(expected, "annotations"));
    assertThat(replica.getMetadata().getFinalizers()).isEqualTo(expected.get("finalizers"));
    assertThat(replica.getMetadata().getOwnerReferences())
        .isEqualTo(expected.get("ownerReferences"));
  }

  private static void checkEquivalent(PropagatorFixture fixture, Map<String, Object> each) {
    bound(fixture, "policies", Map.of());
    Propagator former = fixture.start();
    soon(() -> assertThat(fixture.policy(CLUSTER, ROOT)).isPresent());
    former.close();
    edit(fixture, text(each.get("input")));
    fixture.hub.forgetRequests();
    fixture.settle();
    assertThat(fixture.contentWrites(ROOT).findAny().isEmpty()).isEqualTo(each.get("expect"));
  }

  private static void checkStray(PropagatorFixture fixture, Map<String, Object> each) {
    Map<String, Object> input = map(each.get("input"));
    if (Boolean.TRUE.equals(input.get("namespaceIsManagedCluster"))) {
      fixture.clusters(CLUSTER);
    }
    if (Boolean.TRUE.equals(input.get("rootExists"))) {
      fixture.policy("policies", "root", spec(Map.of()));
    }
    if (Boolean.TRUE.equals(input.get("rootPolicyLabel"))) {
      replica(fixture, ROOT);
    } else {
      fixture.policy(CLUSTER, ROOT, spec(Map.of()));
    }
    fixture.settle();
    assertThat(fixture.policy(CLUSTER, ROOT).isEmpty())
        .isEqualTo("deleted".equals(each.get("expect")));
  }

  private static void checkDrift(PropagatorFixture fixture, Map<String, Object> each) {
    bound(fixture, "policies", Map.of());
    fixture.settle();
    GenericKubernetesResource made = fixture.policy(CLUSTER, ROOT).orElseThrow();
    String what = text(each.get("input"));
    if (what.startsWith("replica deleted")) {
      fixture.client.resource(made).delete();
    } else {
      edit(fixture, what);
    }
    boolean stays =
        List.of("kept", "ignored", "untouched", "left alone").contains(each.get("expect"));
    if (stays) {
      CaseFiles.skip("upstream repairs every change; what stays is Sluice's own");
    }
    soon(
        () -> {
          GenericKubernetesResource found = fixture.policy(CLUSTER, ROOT).orElseThrow();
          assertThat(ReplicaBuilder.same(made, found)).isTrue();
        });
  }

  /** Makes the change to the replica that a case describes. */
  private static void edit(PropagatorFixture fixture, String description) {
    String what = description.toLowerCase(Locale.ROOT);
    if (what.contains("sluice.io")) {
      CaseFiles.skip("upstream knows nothing of annotations under sluice.io/");
    } else if (what.contains("annotation")) {
      fixture.edit(CLUSTER, ROOT, edited(replica -> replica.getMetadata().getAnnotations()));
    } else if (what.contains("label")) {
      fixture.edit(CLUSTER, ROOT, edited(replica -> replica.getMetadata().getLabels()));
    } else if (what.contains("status")) {
      fixture.editStatus(PropagatorKinds.POLICY, CLUSTER, ROOT, Map.of("compliant", "Pending"));
    } else if (what.contains("nil") || what.contains("empty")) {
      fixture.editSpec(CLUSTER, ROOT, "dependencies", List.of());
    } else if (!what.contains("identical") && !what.contains("same") && !what.contains("equal")) {
      fixture.editSpec(CLUSTER, ROOT, "remediationAction", "enforce");
    }
  }

  private static UnaryOperator<GenericKubernetesResource> edited(
      Function<GenericKubernetesResource, Map<String, String>> entries) {
    return replica -> {
      entries.apply(replica).put("by-hand", "true");
      return replica;
    };
  }

  private static void bound(
      PropagatorFixture fixture, String namespace, Map<String, Object> fields) {
    fixture.clusters(CLUSTER);
    fixture.policy(namespace, "root", spec(fields));
    fixture.placement(namespace, "all", List.of(CLUSTER));
    fixture.bind(namespace, "all", "root", "all", false);
  }

  private static void replica(PropagatorFixture fixture, String name) {
    fixture.create(
        PropagatorKinds.POLICY,
        CLUSTER,
        name,
        Map.of(PolicyObject.ROOT_LABEL, name),
        Map.of("spec", spec(Map.of())));
  }

  private static Map<String, Object> spec(Map<String, Object> fields) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("disabled", false);
    spec.put("remediationAction", "inform");
    spec.put("policy-templates", List.of());
    spec.putAll(fields);
    return spec;
  }

  private static Map<String, String> texts(Map<String, Object> tree, String field) {
    Map<String, String> texts = new HashMap<>();
    map(tree.get(field)).forEach((key, value) -> texts.put(key, text(value)));
    return texts;
  }
}
