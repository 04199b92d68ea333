package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds one of the conditions of a Placement that its evaluation sets (placement 7).
 *
 * @param holds the status, {@code True} or {@code False}
 * @param lastTransitionTime when the status changed, to the second
 */
public record PlacementCondition(
    String type,
    boolean holds,
    String reason,
    String message,
    long observedGeneration,
    Instant lastTransitionTime) {
  /** Whether the Placement has found the clusters that it asks for. */
  public static final String SATISFIED = "PlacementSatisfied";

  /** Whether a setting of the Placement is wrong. */
  public static final String MISCONFIGURED = "PlacementMisconfigured";

  /** Present while the last good decisions stay, because the Placement is misconfigured. */
  public static final String DECISIONS_KEPT = "DecisionsKept";

  public PlacementCondition {
    requireNonNull(type, "type is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
    requireNonNull(lastTransitionTime, "lastTransitionTime is null");
  }

  /** Returns the status as Kubernetes writes it. */
  public String status() {
    return holds ? "True" : "False";
  }

  PlacementCondition since(Instant instant) {
    return new PlacementCondition(type, holds, reason, message, observedGeneration, instant);
  }

  Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("type", type);
    tree.put("status", status());
    tree.put("reason", reason);
    tree.put("message", message);
    tree.put("observedGeneration", observedGeneration);
    tree.put("lastTransitionTime", lastTransitionTime.toString());
    return tree;
  }
}
