/**
 * Knows what a version of a policy is, what its replicas carry, and what their reports prove.
 *
 * <p>{@link io.sluice.policy.PolicySnapshot} is a version's content, {@link
 * io.sluice.policy.ReplicaRenderer} makes a cluster's replica of it, {@link
 * io.sluice.policy.Dispatch} says what a replica was given and what was there before, and {@link
 * io.sluice.evidence.Evidence} judges what came back: by the kind of each template ({@link
 * io.sluice.policy.TemplateKind}) and by what is expected ({@link io.sluice.evidence.Expectation},
 * {@link io.sluice.policy.InformPolicy}).
 */
package io.sluice.policy;
