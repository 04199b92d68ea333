package io.sluice.upkeep;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Tree;
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
    List<Subject> subjects,
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
    Map<String, Object> metadata = Tree.map(binding, "metadata");
    Map<String, Object> ref = Tree.map(binding, "placementRef");
    Map<String, Object> shipped = Tree.map(binding, "bindingOverrides");
    Map<String, Object> seed = Tree.map(binding, "remediationActionOverride");
    boolean isShipped = !shipped.isEmpty() || Tree.text(binding, FILTER).isPresent();
    return new BindingView(
        Tree.text(metadata, "namespace").orElse(""),
        Tree.text(metadata, "name").orElse(""),
        new PlacementRef(word(ref, "apiGroup"), word(ref, "kind"), word(ref, "name")),
        Tree.maps(binding, "subjects").stream()
            .map(
                subject ->
                    new Subject(
                        word(subject, "apiGroup"), word(subject, "kind"), word(subject, "name")))
            .toList(),
        Tree.text(isShipped ? shipped : seed, ACTION).filter(Targets::enforces),
        isShipped
            ? "restricted".equals(binding.get(FILTER))
            : Boolean.TRUE.equals(seed.get(FILTER)),
        isShipped && !seed.isEmpty());
  }

  private static String word(Map<String, Object> tree, String key) {
    return Tree.text(tree, key).orElse("");
  }
}
