package io.sluice.simulator.spoke;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Plays template-sync for one policy: its templates, in the order of the policy (11.3). */
final class SpokeTemplates {
  private final String policy;
  private final SpokeCluster site;
  private final RandomGenerator random;
  private final SpokeObstacles obstacles;
  private final SpokeClock clock = new SpokeClock();

  private Map<String, SpokeTemplate> templates = new LinkedHashMap<>();
  private boolean heedsNeighbours;

  SpokeTemplates(String policy, SpokeCluster site, RandomGenerator random) {
    this.policy = policy;
    this.site = site;
    this.random = random;
    this.obstacles = new SpokeObstacles(site);
  }

  /** Applies a spec; says whether a template got a message that no controller gave it. */
  boolean apply(Map<String, Object> spec, Instant now) {
    List<?> entries =
        Boolean.TRUE.equals(spec.get("disabled"))
            ? List.of()
            : SpokeTree.list(spec.get("policy-templates"));
    String content = SpokeVerdict.contentOf(spec);
    Map<String, SpokeTemplate> former = templates;
    templates = new LinkedHashMap<>();
    heedsNeighbours = false;
    boolean refused = false;
    for (Object node : entries) {
      Map<String, Object> entry = SpokeTree.map(node);
      String name = nameOf(entry, templates.size());
      SpokeTemplate template =
          Optional.ofNullable(former.remove(name))
              .orElseGet(() -> new SpokeTemplate(policy, name, site, clock, random));
      templates.put(name, template);
      refused |= apply(template, spec, entry, content, now);
    }
    former.values().forEach(template -> template.remove(true, now));
    return refused;
  }

  private boolean apply(
      SpokeTemplate template,
      Map<String, Object> spec,
      Map<String, Object> entry,
      String content,
      Instant now) {
    DesiredTemplate wanted =
        DesiredTemplate.of(
            SpokeTree.map(entry.get("objectDefinition")),
            template.name(),
            SpokeTree.word(spec.get("remediationAction")));
    Optional<SpokeObstacles.Obstacle> obstacle = obstacles.find(policy, spec, entry, wanted);
    heedsNeighbours |= obstacle.isPresent() || SpokeObstacles.heedsNeighbours(spec, entry);
    if (obstacle.isPresent()) {
      return template.refuse(obstacle.get().message(), obstacle.get().prune(), content, now);
    }
    template.apply(wanted, content, now);
    return false;
  }

  private static String nameOf(Map<String, Object> entry, int index) {
    Map<String, Object> definition = SpokeTree.map(entry.get("objectDefinition"));
    return SpokeTree.word(SpokeTree.map(definition.get("metadata")).get("name"))
        .orElse("template-" + index);
  }

  /** Does what is due; says whether there is something to report. */
  boolean act(Instant now) {
    boolean news = false;
    for (SpokeTemplate template : templates.values()) {
      news |= template.act(now);
    }
    return news;
  }

  /** Removes all objects and all that was said of them. */
  void forget(Instant now) {
    templates.values().forEach(template -> template.remove(true, now));
    templates = new LinkedHashMap<>();
    heedsNeighbours = false;
  }

  Optional<Instant> due() {
    return templates.values().stream()
        .map(SpokeTemplate::due)
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** Says whether another policy of the cluster can change what becomes of a template. */
  boolean heedsNeighbours() {
    return heedsNeighbours;
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
