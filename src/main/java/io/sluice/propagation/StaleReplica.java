package io.sluice.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Tells whether a Policy in a cluster's namespace belongs there (policy-propagation 7).
 *
 * <p>Whatever stands there gets applied on the cluster, so what no root stands behind must go. A
 * namespace that is no ManagedCluster (hosted mode, hub of hubs) is somebody else's.
 */
public final class StaleReplica {
  private StaleReplica() {}

  /**
   * True when the Policy has to be deleted.
   *
   * @param managedCluster whether the namespace is the name of a ManagedCluster
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
