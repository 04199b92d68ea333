package io.sluice.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a board from a root policy and its Rollout object, as the hub holds them.
 *
 * <p>Trusts no shape: what an older or foreign CRD left out is shown as absent.
 */
public final class StatusViewParser {
  private static final int MOST_NAMES = 5;

  private final PolicyName name;
  private final Map<String, Object> policy;
  private final Map<String, Object> rollout;
  private final Map<String, Object> status;

  private StatusViewParser(
      PolicyName name, Map<String, Object> policy, Map<String, Object> rollout) {
    this.name = name;
    this.policy = policy;
    this.rollout = rollout;
    this.status = JsonTree.map(rollout, "status");
  }

  /**
   * Reads the whole.
   *
   * @param rollout empty when the hub has no Rollout object of the policy
   */
  public static StatusView read(
      PolicyName name, Map<String, Object> policy, Optional<Map<String, Object>> rollout) {
    return new StatusViewParser(name, policy, rollout.orElse(Map.of())).view();
  }

  private StatusView view() {
    Optional<String> strategy = strategy(policy, rollout);
    return new StatusView(
        name,
        number(JsonTree.map(policy, "metadata"), "generation").orElse(0L),
        strategy,
        JsonTree.text(status, "phase"),
        JsonTree.text(status, "outcome"),
        JsonTree.text(status, "waitingFor").orElse(""),
        refusal(),
        strategy.isPresent() ? List.of() : compliance(),
        groups(status),
        exceptions(),
        number(status, "exceptionsOmitted").orElse(0L),
        approvals(),
        new StatusView.Times(
            number(status, "attempt"),
            number(status, "currentRolloutGeneration"),
            JsonTree.text(status, "startedAt"),
            JsonTree.text(status, "endedAt")));
  }

  /** The type of the strategy that counts; empty for an unstaged policy (rollout-strategy 1.1). */
  public static Optional<String> strategy(Map<String, Object> policy, Map<String, Object> rollout) {
    return strategyOf(policy).or(() -> strategyOf(rollout));
  }

  private static Optional<String> strategyOf(Map<String, Object> object) {
    Map<String, Object> spec = JsonTree.map(object, "spec");
    return spec.get("rolloutStrategy") == null
        ? Optional.empty()
        : Optional.of(JsonTree.text(JsonTree.map(spec, "rolloutStrategy"), "type").orElse("All"));
  }

  private Optional<String> refusal() {
    return JsonTree.maps(status, "conditions").stream()
        .filter(condition -> "Accepted".equals(condition.get("type")))
        .filter(condition -> "False".equals(condition.get("status")))
        .findFirst()
        .map(condition -> JsonTree.text(condition, "message").orElse("The settings are refused."));
  }

  /** The groups in rollout order. */
  public static List<StatusView.Group> groups(Map<String, Object> status) {
    return JsonTree.maps(status, "decisionGroups").stream()
        .map(
            group ->
                new StatusView.Group(
                    JsonTree.text(group, "placement").orElse(""),
                    JsonTree.text(group, "groupName").orElse(""),
                    number(group, "groupIndex").orElse(0L),
                    Boolean.TRUE.equals(group.get("approved")),
                    GroupProgress.of(JsonTree.map(group, "counts"))))
        .toList();
  }

  private List<StatusView.Failing> exceptions() {
    return JsonTree.maps(status, "exceptions").stream()
        .map(
            row ->
                new StatusView.Failing(
                    JsonTree.text(row, "cluster").orElse("?"),
                    JsonTree.text(row, "reason").orElse("?"),
                    JsonTree.text(row, "message").orElse("")))
        .toList();
  }

  private List<StatusView.Approval> approvals() {
    return JsonTree.maps(status, "approvals").stream()
        .filter(row -> Boolean.TRUE.equals(row.get("approved")))
        .map(
            row ->
                new StatusView.Approval(
                    JsonTree.text(row, "groupName").orElse(""),
                    JsonTree.text(row, "by").orElse("unknown"),
                    JsonTree.text(row, "how").orElse(""),
                    JsonTree.text(row, "comment")))
        .toList();
  }

  private List<String> compliance() {
    Map<String, List<String>> clusters =
        JsonTree.maps(JsonTree.map(policy, "status"), "status").stream()
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
    clusters.forEach(
        (word, names) -> {
          if (!word.equals("Compliant")) {
            sentences.add(word + ": " + some(names));
          }
        });
    return sentences;
  }

  private static String some(List<String> names) {
    String shown =
        String.join(", ", names.stream().sorted(ByteOrder.NAMES).limit(MOST_NAMES).toList());
    return names.size() > MOST_NAMES
        ? "%s and %d more".formatted(shown, names.size() - MOST_NAMES)
        : shown;
  }

  private static Optional<Long> number(Map<String, Object> parent, String field) {
    return parent.get(field) instanceof Number number
        ? Optional.of(number.longValue())
        : Optional.empty();
  }
}
