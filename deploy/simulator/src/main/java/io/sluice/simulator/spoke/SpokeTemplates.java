package io.sluice.simulator.spoke;

import static io.sluice.simulator.tree.ObjectTree.list;
import static io.sluice.simulator.tree.ObjectTree.map;
import static io.sluice.simulator.tree.ObjectTree.text;

import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Simulates template-sync for one policy: its templates, in the order of the policy (11.3). */
final class SpokeTemplates {
  static final String HUB_ERROR = "policy.open-cluster-management.io/hub-templates-error";

  private final String policy;
  private final SpokeModel cluster;
  private final RandomGenerator random;

  private Map<String, SpokeTemplate> templates = new LinkedHashMap<>();
  private boolean dependsOnOthers;
  private Instant lastStamp = Instant.MIN;

  SpokeTemplates(String policy, SpokeModel cluster, RandomGenerator random) {
    this.policy = policy;
    this.cluster = cluster;
    this.random = random;
  }

  /** Holds why a template is not applied; an object that is removed for it may prune or not. */
  private record Obstacle(String message, boolean prune) {
    static Obstacle error(String why) {
      return new Obstacle("NonCompliant; template-error; " + why, true);
    }
  }

  /** Applies a spec; returns whether a template got a message that no controller gave it. */
  boolean apply(Map<String, Object> spec, Instant now) {
    List<?> entries =
        Boolean.TRUE.equals(spec.get("disabled")) ? List.of() : list(spec.get("policy-templates"));
    String content = SpokeVerdict.contentOf(spec);
    Map<String, SpokeTemplate> former = templates;
    templates = new LinkedHashMap<>();
    dependsOnOthers = false;
    boolean refused = false;
    for (Object node : entries) {
      Map<String, Object> entry = map(node);
      String name = nameOf(entry, templates.size());
      SpokeTemplate template =
          Optional.ofNullable(former.remove(name))
              .orElseGet(() -> new SpokeTemplate(policy, name, cluster, this::stamp, random));
      templates.put(name, template);
      refused |= apply(template, spec, entry, content, now);
    }
    former.values().forEach(template -> template.remove(true, now));
    return refused;
  }

  /** Dates the events of the policy by the clock of the spoke, no two alike. */
  private Instant stamp(Instant now) {
    lastStamp = now.isAfter(lastStamp) ? now : lastStamp.plusNanos(1);
    return lastStamp.plus(
        cluster.behaviour().time(SpokeAnomaly.CLOCK_OFFSET).orElse(Duration.ZERO));
  }

  private boolean apply(
      SpokeTemplate template,
      Map<String, Object> spec,
      Map<String, Object> entry,
      String content,
      Instant now) {
    DesiredTemplate wanted =
        DesiredTemplate.of(
            map(entry.get("objectDefinition")),
            template.name(),
            ObjectTree.nonEmptyText(spec.get("remediationAction")));
    Optional<Obstacle> obstacle = obstacle(spec, entry, wanted);
    dependsOnOthers |= obstacle.isPresent() || dependencies(spec, entry).findAny().isPresent();
    if (obstacle.isPresent()) {
      return template.refuse(obstacle.get().message(), obstacle.get().prune(), content, now);
    }
    template.apply(wanted, content, now);
    return false;
  }

  private static String nameOf(Map<String, Object> entry, int index) {
    Map<String, Object> definition = map(entry.get("objectDefinition"));
    return ObjectTree.nonEmptyText(map(definition.get("metadata")).get("name"))
        .orElse("template-" + index);
  }

  /** Finds what keeps a template from being applied on the cluster (policy-propagation 11.3). */
  private Optional<Obstacle> obstacle(
      Map<String, Object> spec, Map<String, Object> entry, DesiredTemplate wanted) {
    Map<String, Object> definition = map(entry.get("objectDefinition"));
    String hubError = text(map(map(definition.get("metadata")).get("annotations")).get(HUB_ERROR));
    if (!hubError.isEmpty()) {
      return Optional.of(new Obstacle(Obstacle.error(hubError).message(), false));
    }
    if (cluster.behaviour().is(SpokeAnomaly.TEMPLATE_ERROR)) {
      return Optional.of(Obstacle.error("the template cannot be handled"));
    }
    if (ObjectTree.mentions(definition, "{{hub")) {
      return Optional.of(Obstacle.error("hub templates are not rendered here"));
    }
    if (!wanted.handled()) {
      return Optional.of(
          Obstacle.error(
              "no mapping found for %s %s".formatted(wanted.apiVersion(), wanted.kind())));
    }
    if (cluster.ownedElsewhere(wanted.identity(), policy)) {
      return Optional.of(
          Obstacle.error("%s is already managed by another policy".formatted(wanted.name())));
    }
    return unmet(spec, entry).map(message -> new Obstacle(message, true));
  }

  private Optional<String> unmet(Map<String, Object> spec, Map<String, Object> entry) {
    String unmet =
        dependencies(spec, entry)
            .filter(dependency -> !cluster.meets(dependency))
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
        .map(ObjectTree::map);
  }

  /** Does what is due; returns whether there is something to report. */
  boolean act(Instant now) {
    boolean changed = false;
    for (SpokeTemplate template : templates.values()) {
      changed |= template.act(now);
    }
    return changed;
  }

  /** Removes all objects and all that was reported of them. */
  void forget(Instant now) {
    templates.values().forEach(template -> template.remove(true, now));
    templates = new LinkedHashMap<>();
    dependsOnOthers = false;
  }

  Optional<Instant> due() {
    return templates.values().stream()
        .map(SpokeTemplate::due)
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** Returns whether a change of another policy of the cluster can change a template. */
  boolean dependsOnOthers() {
    return dependsOnOthers;
  }

  boolean anyClusterScoped() {
    return templates.values().stream()
        .map(SpokeTemplate::object)
        .anyMatch(object -> object.filter(DesiredTemplate::clusterScoped).isPresent());
  }

  Collection<SpokeTemplate> all() {
    return templates.values();
  }
}
