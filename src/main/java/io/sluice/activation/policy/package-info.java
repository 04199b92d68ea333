/**
 * Decides when an edit of a policy's bindings and placements takes effect (lazy-activation 4).
 *
 * <p>Each PlacementBinding contributes clusters, and the strategy is a contribution without any.
 * {@link io.sluice.activation.policy.PolicyActivationPlanner} takes every contribution in order
 * from what is stored and present ({@code ContributionInput}) to what to store next ({@code
 * ContributionDecision}), by {@code ContributionPlanner}, and collects the decisions. {@link
 * io.sluice.activation.policy.PolicyActivation} is what it stores, and the clusters of the policy
 * are those that it holds.
 */
package io.sluice.activation.policy;
