package io.sluice.simulator.propagator;

import io.sluice.simulator.tree.ObjectTree;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Computes the status of a root as upstream does (policy-propagation 9.1): clusters that only a
 * restricted binding selects have a row, too, and keep the root from Compliant.
 */
final class RootPolicyStatus {
  private static final Comparator<Map<String, Object>> ENTRIES =
      Comparator.comparing(
          entry ->
              String.join(
                  " ",
                  ObjectTree.text(entry.get("placementBinding")),
                  ObjectTree.text(entry.get("placement")),
                  ObjectTree.text(entry.get("placementRule")),
                  ObjectTree.text(entry.get("policySet"))));

  private final List<BindingDecisions> bindings;
  private final SortedSet<String> plain;

  RootPolicyStatus(List<BindingDecisions> bindings) {
    this.bindings = bindings;
    this.plain = new TreeSet<>();
    bindings.stream()
        .filter(decisions -> !decisions.binding().restricted())
        .forEach(decisions -> plain.addAll(decisions.decided()));
  }

  /** Returns the clusters with a row. */
  SortedSet<String> clusters() {
    SortedSet<String> clusters = new TreeSet<>();
    bindings.forEach(decisions -> clusters.addAll(decisions.decided()));
    return clusters;
  }

  /**
   * Formats the whole status, without empty fields.
   *
   * @param compliance of the replica on a cluster; empty when unknown
   */
  Map<String, Object> toTree(boolean disabled, Function<String, String> compliance) {
    List<Map<String, Object>> rows =
        disabled
            ? List.of()
            : clusters().stream().map(cluster -> row(cluster, compliance.apply(cluster))).toList();
    List<Map<String, Object>> placement =
        bindings.stream()
            .filter(decisions -> disabled ? !decisions.binding().restricted() : listed(decisions))
            .flatMap(decisions -> decisions.entries().stream())
            .sorted(ENTRIES)
            .toList();
    Map<String, Object> status = new LinkedHashMap<>();
    put(status, "compliant", overall(rows));
    put(status, "placement", placement);
    put(status, "status", rows);
    return status;
  }

  private boolean listed(BindingDecisions decisions) {
    return !decisions.binding().restricted()
        || decisions.decided().stream()
            .anyMatch(cluster -> plain.contains(cluster) && decisions.selects(cluster));
  }

  private Map<String, Object> row(String cluster, String compliant) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("clustername", cluster);
    row.put("clusternamespace", cluster);
    put(row, "compliant", compliant);
    if (bindings.stream().anyMatch(decisions -> decisions.excludes(cluster))) {
      put(
          row,
          "remainingBindings",
          bindings.stream()
              .filter(decisions -> decisions.selects(cluster))
              .map(decisions -> Map.of("placementBinding", decisions.binding().name()))
              .toList());
    }
    return row;
  }

  private static String overall(List<Map<String, Object>> rows) {
    List<String> found = rows.stream().map(row -> ObjectTree.text(row.get("compliant"))).toList();
    if (found.contains("NonCompliant")) {
      return "NonCompliant";
    }
    if (found.contains("Pending")) {
      return "Pending";
    }
    return !found.isEmpty() && found.stream().allMatch("Compliant"::equals) ? "Compliant" : "";
  }

  private static void put(Map<String, Object> tree, String field, Object value) {
    if (!"".equals(value) && !List.of().equals(value)) {
      tree.put(field, value);
    }
  }
}
