package io.sluice.placement.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ConformanceCases;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.spec.ParsedPlacement;
import io.sluice.placement.spec.PlacementSpecParser;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Reads single values of a Placement's spec as the file {@code validation.json} lists them. */
class PlacementValidationConformanceTest {
  @TestFactory
  Stream<DynamicTest> everyValue() {
    return ConformanceCases.of("placement").each("validation.json", this::check);
  }

  private void check(Map<String, Object> each) {
    String field = String.valueOf(each.get("field"));
    if (!field.startsWith("spec.")) {
      ConformanceCases.skip(field + " is what Sluice writes, never reads as settings");
    }
    ParsedPlacement parsed = parse(field, each.get("value"));
    if (seedSpelling(each)) {
      // A CRD drops these fields; a reader that sees them knows what they mean (placement 2.1).
      assertThat(parsed.faults()).isEmpty();
      assertThat(parsed.spellings()).isNotEmpty();
      return;
    }
    boolean refused =
        Boolean.FALSE.equals(each.get("admitted"))
            || "misconfigured".equals(each.get("runtime"))
            || field.endsWith("celSelector");
    assertThat(!parsed.faults().isEmpty()).as(parsed.faults().toString()).isEqualTo(refused);
    if ("all-in-one-group".equals(each.get("runtime"))) {
      assertThat(parsed.spec().groups().size().limitOf(7)).isEqualTo(7);
    }
  }

  private static boolean seedSpelling(Map<String, Object> each) {
    Map<String, Object> value = JsonTree.map(each, "value");
    return value.containsKey("clusterSelector")
        || "spec.decisionStrategy".equals(each.get("field"));
  }

  /** Puts the value at its path; {@code []} is a list with one element, which has what it must. */
  private static ParsedPlacement parse(String field, Object value) {
    List<String> path = List.of(field.split("\\."));
    Object tree = value;
    for (int i = path.size() - 1; i > 0; i--) {
      Map<String, Object> parent = new LinkedHashMap<>();
      if (path.get(i - 1).equals("decisionGroups[]")) {
        parent.put("groupName", "canary");
        parent.put("groupClusterSelector", Map.of());
      }
      boolean list = path.get(i).endsWith("[]");
      parent.put(path.get(i).replace("[]", ""), list ? List.of(tree) : tree);
      tree = parent;
    }
    return PlacementSpecParser.parse(
        new PlacementObject("ns1", "p", "u", 1, Map.of(), Map.of(), JsonTree.map(tree), Map.of()),
        GroupingMode.RECOMPUTE);
  }
}
