package io.sluice.simulator.propagator;

import static io.sluice.simulator.tree.ObjectTree.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Holds the simulated propagator to the cases of root status: where a case names what upstream does
 * and what was meant, to what it does.
 */
@Timeout(300)
class PropagatorStatusConformanceTest {
  @TestFactory
  Stream<DynamicTest> theRootSumsUpItsReplicas() {
    return CaseFiles.each("root-status", PropagatorStatusConformanceTest::check);
  }

  private static void check(Map<String, Object> given) {
    Map<String, Object> each = given.containsKey("policy") ? given : boundToAll(given);
    Map<String, Object> policy = map(each.get("policy"));
    String namespace = (String) policy.get("namespace");
    String name = (String) policy.get("name");
    try (PropagatorFixture fixture = new PropagatorFixture()) {
      CaseHub.make(fixture, each);
      map(each.get("replicas"))
          .forEach((cluster, compliant) -> report(fixture, cluster, namespace, name, compliant));
      fixture.settle();
      Map<String, Object> status = PolicyObject.status(fixture.policy(namespace, name).get());
      Map<String, Object> expected = new LinkedHashMap<>(map(each.get("expect")));
      expected.putAll(map(each.get("upstreamQuirk")));
      expected.forEach(
          (key, value) -> {
            boolean absent = value == null || "".equals(value) || List.of().equals(value);
            assertThat(status.get(key)).as(key).isEqualTo(absent ? null : value);
          });
    }
  }

  /** Makes a replica that has reported before the propagator starts. */
  private static void report(
      PropagatorFixture fixture, String cluster, String namespace, String name, Object compliant) {
    if (compliant == null || "".equals(compliant)) {
      return;
    }
    String replica = namespace + "." + name;
    fixture.create(
        PropagatorKinds.POLICY,
        cluster,
        replica,
        Map.of(PolicyObject.ROOT_LABEL, replica),
        Map.of(
            "spec",
            Map.of("disabled", false, "policy-templates", List.of()),
            "status",
            Map.of("compliant", compliant)));
  }

  /** Cases of pure aggregation have no bindings: one that selects all their clusters stands in. */
  private static Map<String, Object> boundToAll(Map<String, Object> each) {
    Map<String, Object> hub = new LinkedHashMap<>(each);
    hub.put("policy", Map.of("namespace", "policies", "name", "root", "disabled", false));
    hub.put(
        "placements",
        List.of(
            Map.of("name", "all", "clusters", List.copyOf(map(each.get("replicas")).keySet()))));
    hub.put(
        "bindings",
        List.of(
            Map.of(
                "name",
                "all",
                "placementRef",
                Map.of("kind", "Placement", "name", "all"),
                "subjects",
                List.of(Map.of("kind", "Policy", "name", "root")))));
    return hub;
  }
}
