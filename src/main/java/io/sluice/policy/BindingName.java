package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Identifies the binding of a template that is rolled out (lazy-activation 3).
 *
 * @param rolloutNamespace where its Rollout object is: the template's namespace, or Sluice's own
 *     for a template without one
 * @param bindingNamespace empty for a ClusterResourceBinding
 */
public record BindingName(String rolloutNamespace, String bindingNamespace, String binding)
    implements RolloutTarget {
  private static final String OF_NAMESPACED = "resourcebinding/";
  private static final String OF_CLUSTER_SCOPED = "clusterresourcebinding/-/";
  private static final String NAMESPACED = "binding-";
  private static final String CLUSTER_SCOPED = "clusterbinding-";

  public BindingName {
    requireNonNull(rolloutNamespace, "rolloutNamespace is null");
    requireNonNull(bindingNamespace, "bindingNamespace is null");
    requireNonNull(binding, "binding is null");
  }

  /**
   * Names a binding.
   *
   * @param namespace of the binding; empty for a ClusterResourceBinding
   * @param own the namespace of Sluice
   */
  public static BindingName of(String namespace, String binding, String own) {
    return new BindingName(namespace.isEmpty() ? own : namespace, namespace, binding);
  }

  /** Returns the binding that a Rollout object with this name belongs to; empty for any other. */
  public static Optional<BindingName> ofRollout(String namespace, String rolloutName) {
    if (rolloutName.startsWith(NAMESPACED)) {
      return Optional.of(
          new BindingName(namespace, namespace, rolloutName.substring(NAMESPACED.length())));
    }
    return rolloutName.startsWith(CLUSTER_SCOPED)
        ? Optional.of(
            new BindingName(namespace, "", rolloutName.substring(CLUSTER_SCOPED.length())))
        : Optional.empty();
  }

  /**
   * Returns the binding with this {@link #path}; empty for that of a policy, and any other.
   *
   * @param own the namespace of Sluice
   */
  public static Optional<BindingName> ofPath(String path, String own) {
    if (path.startsWith(OF_CLUSTER_SCOPED)) {
      return Optional.of(of("", path.substring(OF_CLUSTER_SCOPED.length()), own));
    }
    int slash = path.indexOf('/', OF_NAMESPACED.length());
    return path.startsWith(OF_NAMESPACED) && slash > 0
        ? Optional.of(
            of(path.substring(OF_NAMESPACED.length(), slash), path.substring(slash + 1), own))
        : Optional.empty();
  }

  /** Returns the key of the binding in a cache. */
  public String bindingKey() {
    return clusterScoped() ? binding : bindingNamespace + "/" + binding;
  }

  @Override
  public String namespace() {
    return rolloutNamespace;
  }

  @Override
  public String name() {
    return binding;
  }

  @Override
  public String rolloutName() {
    return (clusterScoped() ? CLUSTER_SCOPED : NAMESPACED) + binding;
  }

  @Override
  public String path() {
    return (clusterScoped() ? OF_CLUSTER_SCOPED : OF_NAMESPACED + bindingNamespace + "/") + binding;
  }

  @Override
  public String noun() {
    return "binding";
  }

  @Override
  public String content() {
    return "template";
  }

  @Override
  public String success() {
    return "healthy";
  }

  @Override
  public String failure() {
    return "is not healthy";
  }

  public boolean clusterScoped() {
    return bindingNamespace.isEmpty();
  }

  @Override
  public String toString() {
    return bindingKey();
  }
}
