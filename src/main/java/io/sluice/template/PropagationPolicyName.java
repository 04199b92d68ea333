package io.sluice.template;

import static java.util.Objects.requireNonNull;

/**
 * Names a PropagationPolicy, or a ClusterPropagationPolicy.
 *
 * @param namespace empty for a ClusterPropagationPolicy
 */
public record PropagationPolicyName(String namespace, String name) {
  public PropagationPolicyName {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns whether it is a ClusterPropagationPolicy. */
  public boolean clusterWide() {
    return namespace.isEmpty();
  }

  /** Returns the key in a cache of its kind. */
  public String key() {
    return clusterWide() ? name : namespace + "/" + name;
  }

  @Override
  public String toString() {
    return (clusterWide() ? "ClusterPropagationPolicy/" : "PropagationPolicy/") + key();
  }
}
