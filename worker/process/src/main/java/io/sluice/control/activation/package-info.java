/**
 * Stores which targeting of a policy is active (lazy-activation 4): {@link
 * io.sluice.activation.policy.PolicyActivationPlanner} decides, {@link
 * io.sluice.control.activation.PolicyActivator} writes the Rollout object and reports.
 */
package io.sluice.control.activation;
