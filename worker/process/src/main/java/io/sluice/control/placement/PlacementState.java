package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.control.placement.FleetInput.Version;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds the versions of all that the evaluation of a Placement depends on, where that is nothing
 * else ({@link PlacementEvaluator#repeatable}).
 *
 * @param evaluator made of the settings
 * @param version of the Placement
 * @param decisions the versions of its PlacementDecisions, by name
 */
record PlacementState(
    PlacementEvaluator evaluator,
    Version fleet,
    String uid,
    String version,
    Map<String, String> decisions) {
  PlacementState {
    requireNonNull(evaluator, "evaluator is null");
    requireNonNull(fleet, "fleet is null");
    requireNonNull(uid, "uid is null");
    requireNonNull(version, "version is null");
    decisions = Map.copyOf(decisions);
  }

  /** Returns the versions of PlacementDecisions by name. */
  static Map<String, String> versions(Collection<PublishedDecision> published) {
    Map<String, String> versions = new HashMap<>();
    published.forEach(decision -> versions.put(decision.name(), decision.resourceVersion()));
    return versions;
  }
}
