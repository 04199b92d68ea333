package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the fields of a PlacementBinding that Sluice reads, with its override in either spelling
 * (policy-propagation 2.2).
 *
 * @param override the action as written, if it is enforce
 * @param restricted true when the binding selects no clusters, and only overrides the action
 * @param bothSpellings true when the object has both spellings; then the shipped CRD's counts
 */
public record BindingView(
    String namespace,
    String name,
    PlacementRef placement,
    List<BindingSubject> subjects,
    Optional<String> override,
    boolean restricted,
    boolean bothSpellings) {
  private static final String ACTION = "remediationAction";
  private static final String SEED = "remediationActionOverride";
  private static final String FILTER = "subFilter";

  public BindingView {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(placement, "placement is null");
    subjects = List.copyOf(subjects);
    requireNonNull(override, "override is null");
  }

  /** Parses the whole object. */
  public static BindingView of(Map<String, Object> binding) {
    Map<String, Object> metadata = JsonTree.map(binding, "metadata");
    Map<String, Object> ref = JsonTree.map(binding, "placementRef");
    Map<String, Object> shipped = JsonTree.map(binding, "bindingOverrides");
    Map<String, Object> seed = JsonTree.map(binding, SEED);
    boolean isShipped = !shipped.isEmpty() || JsonTree.text(binding, FILTER).isPresent();
    return new BindingView(
        JsonTree.text(metadata, "namespace").orElse(""),
        JsonTree.text(metadata, "name").orElse(""),
        new PlacementRef(text(ref, "apiGroup"), text(ref, "kind"), text(ref, "name")),
        JsonTree.maps(binding, "subjects").stream()
            .map(
                subject ->
                    new BindingSubject(
                        text(subject, "apiGroup"), text(subject, "kind"), text(subject, "name")))
            .toList(),
        JsonTree.text(isShipped ? shipped : seed, ACTION).filter(Targets::enforces),
        isShipped
            ? "restricted".equals(binding.get(FILTER))
            : Boolean.TRUE.equals(seed.get(FILTER)),
        isShipped && !seed.isEmpty());
  }

  /**
   * Parses the object as OCM's propagator does, which does not know the older spelling
   * (policy-propagation 2.2).
   */
  public static BindingView shipped(Map<String, Object> binding) {
    Map<String, Object> known = new LinkedHashMap<>(binding);
    known.remove(SEED);
    return of(known);
  }

  private static String text(Map<String, Object> tree, String key) {
    return JsonTree.text(tree, key).orElse("");
  }
}
