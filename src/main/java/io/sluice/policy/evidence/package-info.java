/**
 * Judges what the status of a replica proves about its dispatched version (rollout-strategy 3.3).
 *
 * <p>{@link io.sluice.policy.evidence.Evidence} judges a replica, {@link
 * io.sluice.policy.evidence.TemplateEvidence} each of its templates by the kind ({@link
 * io.sluice.policy.TemplateKind}), and {@link io.sluice.policy.evidence.Expectation} defines what
 * counts as a success.
 */
package io.sluice.policy.evidence;
