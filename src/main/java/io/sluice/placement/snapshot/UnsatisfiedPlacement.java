package io.sluice.placement.snapshot;

import io.sluice.policy.JsonTree;
import java.util.Map;
import java.util.Optional;

/** Reads why a Placement cannot choose all clusters, whoever evaluates it. */
final class UnsatisfiedPlacement {
  private static final String CONDITION = "PlacementSatisfied";
  private static final String OWN = "Cannot ";
  private static final int LONGEST = 300;

  private UnsatisfiedPlacement() {}

  /** Returns the message of the condition; empty if it is satisfied, or says nothing. */
  static Optional<String> message(String placement, Map<String, Object> status) {
    return JsonTree.maps(status, "conditions").stream()
        .filter(condition -> CONDITION.equals(condition.get("type")))
        .filter(condition -> "False".equals(condition.get("status")))
        .findFirst()
        .flatMap(UnsatisfiedPlacement::message)
        .map(
            message ->
                message.startsWith(OWN)
                    ? message
                    : "Placement %s: %s".formatted(placement, message));
  }

  private static Optional<String> message(Map<String, Object> condition) {
    return JsonTree.text(condition, "message")
        .or(() -> JsonTree.text(condition, "reason"))
        .map(message -> message.strip().replaceAll("\\s+", " "))
        .map(message -> message.substring(0, Math.min(message.length(), LONGEST)))
        .map(message -> message.endsWith(".") ? message : message + ".");
  }
}
