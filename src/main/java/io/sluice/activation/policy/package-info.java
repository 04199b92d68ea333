/**
 * Decides when an edit of a policy's bindings and placements takes effect (lazy-activation 4).
 *
 * <p>Each PlacementBinding contributes clusters. {@link
 * io.sluice.activation.policy.PolicyActivationPlanner} plans the activation once for each
 * contribution and once for the strategy; {@link io.sluice.activation.policy.PolicyActivation} is
 * what it stores, and the clusters of the policy are those that it holds.
 */
package io.sluice.activation.policy;
