package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The objects that decide about one policy, as they were read.
 *
 * <p>The lists may hold more than concerns the policy; {@link PolicyContext} finds what does. All
 * are of the policy's namespace, managed clusters apart.
 *
 * @param rollout the Rollout object of this name, of whatever owner
 * @param managedClusters read only for a selector over their labels
 * @param strategyDropped whether the Policy CRD drops strategies; checked only where one may have
 *     been lost
 */
public record PolicyObjects(
    PolicyName policy,
    Optional<GenericKubernetesResource> root,
    Optional<GenericKubernetesResource> rollout,
    List<GenericKubernetesResource> bindings,
    List<GenericKubernetesResource> sets,
    List<GenericKubernetesResource> placements,
    List<GenericKubernetesResource> rules,
    List<GenericKubernetesResource> decisions,
    Supplier<List<GenericKubernetesResource>> managedClusters,
    BooleanSupplier strategyDropped) {
  public PolicyObjects {
    requireNonNull(policy, "policy is null");
    requireNonNull(root, "root is null");
    requireNonNull(rollout, "rollout is null");
    bindings = List.copyOf(bindings);
    sets = List.copyOf(sets);
    placements = List.copyOf(placements);
    rules = List.copyOf(rules);
    decisions = List.copyOf(decisions);
    requireNonNull(managedClusters, "managedClusters is null");
    requireNonNull(strategyDropped, "strategyDropped is null");
  }
}
