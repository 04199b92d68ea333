package io.sluice.tools.status;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Wording;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Formats rollouts as trees for programs: the documents {@code RolloutStatus} and {@code
 * RolloutStatusList} of docs/output.md, whose schemas are in deploy/schemas.
 *
 * <p>{@code status} is that of the Rollout object, without what it keeps for itself.
 */
public final class StatusTree {
  /** The version of the documents; it changes when a program that reads them would have to. */
  public static final String API_VERSION = "sluice.io/v1alpha1";

  /** The copy of the policy, which is as large as the policy, and the records of the worker. */
  private static final List<String> KEPT = List.of("lastSuccessful", "history");

  private StatusTree() {}

  /** Returns the document of one rollout. */
  public static Map<String, Object> of(StatusView view) {
    Map<String, Object> tree = begun("RolloutStatus");
    tree.putAll(subject(view.subject().target()));
    tree.put("generation", view.generation());
    tree.put("disabled", view.disabled());
    view.strategy().ifPresent(type -> tree.put("strategy", type));
    view.pausedBy().ifPresent(by -> tree.put("pausedBy", by));
    if (!view.compliance().isEmpty()) {
      tree.put("compliance", view.compliance());
    }
    tree.put("status", status(view.status()));
    return tree;
  }

  /** Returns the document of one rollout of a list: without what only its policy holds. */
  static Map<String, Object> of(RolloutSummary summary) {
    Map<String, Object> tree = begun("RolloutStatus");
    tree.putAll(subject(summary.target()));
    summary.pausedBy().ifPresent(by -> tree.put("pausedBy", by));
    tree.put("status", status(summary.status()));
    return tree;
  }

  /** Returns the document of a list. */
  static Map<String, Object> of(List<RolloutSummary> summaries) {
    Map<String, Object> tree = begun("RolloutStatusList");
    tree.put("items", summaries.stream().map(StatusTree::of).toList());
    return tree;
  }

  /** Returns a document of that kind without content. */
  public static Map<String, Object> begun(String kind) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", API_VERSION);
    tree.put("kind", kind);
    return tree;
  }

  /** Returns the fields that name what is rolled out, and its Rollout object. */
  public static Map<String, Object> subject(RolloutTarget target) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("namespace", target.namespace());
    metadata.put("name", target.name());
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("metadata", metadata);
    tree.put("target", target instanceof PolicyName ? "Policy" : Wording.capital(target.noun()));
    tree.put("rollout", target.rolloutName());
    return tree;
  }

  /** Returns the name of the Rollout object, as kubectl takes it. */
  public static String name(RolloutTarget target) {
    return "rollout.cluster.open-cluster-management.io/" + target.rolloutName();
  }

  private static Map<String, Object> status(RolloutStatus status) {
    Map<String, Object> tree = HubObjects.toTree(status);
    KEPT.forEach(tree::remove);
    Optional.ofNullable(tree.get("activation"))
        .filter(activation -> activation instanceof Map<?, ?> map && map.isEmpty())
        .ifPresent(empty -> tree.remove("activation"));
    return tree;
  }
}
