package io.sluice.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what Sluice reads of a PlacementBinding, its override in either spelling
 * (policy-propagation 2.2).
 *
 * @param override the action in its spelling, if it is an enforce one
 * @param restricted true when the binding adds no clusters of its own
 * @param bothSpellings true when the object has both, so that the shipped one was taken
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
  private static final String FILTER = "subFilter";

  public BindingView {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(placement, "placement is null");
    subjects = List.copyOf(subjects);
    requireNonNull(override, "override is null");
  }

  /** Reads the whole object. */
  public static BindingView of(Map<String, Object> binding) {
    Map<String, Object> metadata = JsonTree.map(binding, "metadata");
    Map<String, Object> ref = JsonTree.map(binding, "placementRef");
    Map<String, Object> shipped = JsonTree.map(binding, "bindingOverrides");
    Map<String, Object> seed = JsonTree.map(binding, "remediationActionOverride");
    boolean isShipped = !shipped.isEmpty() || JsonTree.text(binding, FILTER).isPresent();
    return new BindingView(
        JsonTree.text(metadata, "namespace").orElse(""),
        JsonTree.text(metadata, "name").orElse(""),
        new PlacementRef(word(ref, "apiGroup"), word(ref, "kind"), word(ref, "name")),
        JsonTree.maps(binding, "subjects").stream()
            .map(
                subject ->
                    new BindingSubject(
                        word(subject, "apiGroup"), word(subject, "kind"), word(subject, "name")))
            .toList(),
        JsonTree.text(isShipped ? shipped : seed, ACTION).filter(Targets::enforces),
        isShipped
            ? "restricted".equals(binding.get(FILTER))
            : Boolean.TRUE.equals(seed.get(FILTER)),
        isShipped && !seed.isEmpty());
  }

  private static String word(Map<String, Object> tree, String key) {
    return JsonTree.text(tree, key).orElse("");
  }
}
