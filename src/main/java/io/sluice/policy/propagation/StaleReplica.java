package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides whether a Policy in a namespace must be deleted, because it is no replica of an existing
 * root (policy-propagation 7).
 *
 * <p>The cluster applies every Policy in its namespace. Namespaces without a ManagedCluster (hosted
 * mode, hub of hubs) are left alone.
 */
public final class StaleReplica {
  private StaleReplica() {}

  /**
   * True when the Policy has to be deleted.
   *
   * @param managedCluster whether a ManagedCluster has the name of the namespace
   * @param rootExists whether a root of that name exists
   */
  public static boolean mustGo(
      String name,
      Map<String, String> labels,
      boolean managedCluster,
      Predicate<PolicyName> rootExists) {
    requireNonNull(name, "name is null");
    if (!managedCluster) {
      return false;
    }
    Optional<PolicyName> root =
        Optional.ofNullable(labels.get(PolicyApi.ROOT_POLICY))
            .flatMap(label -> PolicyName.ofReplica(name));
    return root.filter(rootExists).isEmpty();
  }
}
