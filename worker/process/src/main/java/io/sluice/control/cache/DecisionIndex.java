package io.sluice.control.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.DecisionObject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds PlacementDecisions by the Placements that they may concern (placement 9). */
public final class DecisionIndex {
  static final String NAME = "placement";

  private static final Pattern DECISION = Pattern.compile("(.+)-decision-[0-9]+");

  private DecisionIndex() {}

  /**
   * Returns the names of the Placements that a PlacementDecision may concern: by its label, and by
   * its name.
   */
  public static Stream<String> placements(GenericKubernetesResource decision) {
    Matcher name = DECISION.matcher(decision.getMetadata().getName());
    return Stream.concat(
            Optional.ofNullable(HubObjects.labels(decision).get(DecisionObject.PLACEMENT)).stream(),
            name.matches() ? Stream.of(name.group(1)) : Stream.empty())
        .distinct();
  }

  static List<String> keys(GenericKubernetesResource decision) {
    String namespace = decision.getMetadata().getNamespace();
    return placements(decision).map(name -> namespace + "/" + name).toList();
  }
}
