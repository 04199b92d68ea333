/**
 * Stores which targeting of a policy is active (lazy-activation 4): {@link
 * io.sluice.activation.policy.PolicyActivationGate} decides, {@link
 * io.sluice.activator.PolicyActivator} writes the Rollout object and reports.
 */
package io.sluice.activator;
