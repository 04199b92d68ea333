package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.SpokeTree.list;
import static io.sluice.simulator.spoke.SpokeTree.map;
import static io.sluice.simulator.spoke.SpokeTree.text;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what keeps a template from being applied on the cluster (policy-propagation 11.3). */
final class SpokeObstacles {
  static final String HUB_ERROR = "policy.open-cluster-management.io/hub-templates-error";

  private final SpokeCluster site;

  SpokeObstacles(SpokeCluster site) {
    this.site = site;
  }

  /** Holds the message to report; an object that is removed for it may prune or not. */
  record Obstacle(String message, boolean prune) {}

  Optional<Obstacle> find(
      String policy, Map<String, Object> spec, Map<String, Object> entry, DesiredTemplate wanted) {
    Map<String, Object> definition = map(entry.get("objectDefinition"));
    String hubError = text(map(map(definition.get("metadata")).get("annotations")).get(HUB_ERROR));
    if (!hubError.isEmpty()) {
      return Optional.of(new Obstacle(error(hubError), false));
    }
    if (site.behaviour().is(SpokeAnomaly.TEMPLATE_ERROR)) {
      return Optional.of(new Obstacle(error("the template cannot be handled"), true));
    }
    if (SpokeTree.mentions(definition, "{{hub")) {
      return Optional.of(new Obstacle(error("hub templates are not rendered here"), true));
    }
    if (!wanted.handled()) {
      return Optional.of(
          new Obstacle(
              error("no mapping found for %s %s".formatted(wanted.apiVersion(), wanted.kind())),
              true));
    }
    if (site.ownedElsewhere(wanted.identity(), policy)) {
      return Optional.of(
          new Obstacle(
              error("%s is already managed by another policy".formatted(wanted.name())), true));
    }
    return unmet(spec, entry).map(message -> new Obstacle(message, true));
  }

  static boolean heedsNeighbours(Map<String, Object> spec, Map<String, Object> entry) {
    return dependencies(spec, entry).findAny().isPresent();
  }

  private Optional<String> unmet(Map<String, Object> spec, Map<String, Object> entry) {
    String unmet =
        dependencies(spec, entry)
            .filter(dependency -> !site.meets(dependency))
            .map(
                dependency ->
                    "%s %s must be %s"
                        .formatted(
                            text(dependency.get("kind")),
                            text(dependency.get("name")),
                            text(dependency.get("compliance"))))
            .collect(Collectors.joining(", "));
    if (unmet.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Boolean.TRUE.equals(entry.get("ignorePending"))
            ? "Compliant; dependencies were not satisfied, but ignorePending is true: " + unmet
            : "Pending; dependencies were not satisfied: " + unmet);
  }

  private static Stream<Map<String, Object>> dependencies(
      Map<String, Object> spec, Map<String, Object> entry) {
    return Stream.concat(
            list(spec.get("dependencies")).stream(), list(entry.get("extraDependencies")).stream())
        .map(SpokeTree::map);
  }

  private static String error(String why) {
    return "NonCompliant; template-error; " + why;
  }
}
