package io.sluice.tools.status;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.JsonTree;
import io.sluice.tools.option.NameSuggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Summarizes in sentences how the clusters of an unstaged policy comply with it. */
final class ComplianceSummary {
  private static final int MOST_NAMES = 5;

  private ComplianceSummary() {}

  /**
   * Returns the sentences.
   *
   * @param status of the policy
   */
  static List<String> of(Map<String, Object> status) {
    Map<String, List<String>> clusters =
        JsonTree.maps(status, "status").stream()
            .collect(
                groupingBy(
                    row -> JsonTree.text(row, "compliant").orElse("Unknown"),
                    TreeMap::new,
                    mapping(row -> JsonTree.text(row, "clustername").orElse("?"), toList())));
    long all = clusters.values().stream().mapToLong(List::size).sum();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "The policy has no rollout strategy, so it goes to every cluster at once. "
            + (all == 0
                ? "No cluster has reported on it."
                : "%d of %d clusters comply."
                    .formatted(clusters.getOrDefault("Compliant", List.of()).size(), all)));
    clusters.remove("Compliant");
    clusters.forEach(
        (compliance, names) ->
            sentences.add(
                compliance
                    + ": "
                    + NameSuggestions.list(
                        names.stream().sorted(ByteOrder.NAMES).toList(), MOST_NAMES)));
    return sentences;
  }
}
