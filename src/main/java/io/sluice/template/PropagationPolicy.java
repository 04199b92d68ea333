package io.sluice.template;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a PropagationPolicy or ClusterPropagationPolicy (lazy-activation 2.2).
 *
 * @param permanentId empty until Sluice has given it one
 * @param edited when its spec was edited last, where the server says so
 * @param preempts whether it takes templates from owners of lower priority
 * @param lazy whether edits of its lazy fields wait
 * @param targeting the lazy fields, with their defaults
 * @param activateAt what is written for the instant that releases what is pending
 * @param problems why it cannot be used; it may claim nevertheless
 * @param remarks what has no effect
 */
public record PropagationPolicy(
    PropagationPolicyName name,
    String uid,
    Optional<String> permanentId,
    long generation,
    Optional<Instant> created,
    Optional<Instant> edited,
    boolean deleting,
    List<ResourceSelector> selectors,
    int priority,
    boolean preempts,
    boolean lazy,
    Map<String, Object> targeting,
    Optional<String> activateAt,
    List<String> problems,
    List<String> remarks) {
  public PropagationPolicy {
    requireNonNull(name, "name is null");
    requireNonNull(uid, "uid is null");
    requireNonNull(permanentId, "permanentId is null");
    requireNonNull(created, "created is null");
    requireNonNull(edited, "edited is null");
    selectors = List.copyOf(selectors);
    targeting = Map.copyOf(targeting);
    requireNonNull(activateAt, "activateAt is null");
    problems = List.copyOf(problems);
    remarks = List.copyOf(remarks);
  }

  /**
   * Returns how precisely it selects this template: that of its best selector.
   *
   * <p>A PropagationPolicy looks at its own namespace only, and one that is being deleted at none.
   */
  public int precision(ResourceTemplate template) {
    boolean visible = name.clusterWide() || name.namespace().equals(template.id().namespace());
    if (deleting || !visible) {
      return ResourceSelector.NONE;
    }
    return selectors.stream()
        .mapToInt(selector -> selector.precision(template))
        .max()
        .orElse(ResourceSelector.NONE);
  }

  public boolean matches(ResourceTemplate template) {
    return precision(template) > ResourceSelector.NONE;
  }
}
