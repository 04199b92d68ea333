/**
 * Knows what a version of a policy is, what its replicas carry, and what their reports prove.
 *
 * <p>{@link io.sluice.policy.Snapshot} is a version's content, {@link
 * io.sluice.policy.ReplicaRenderer} makes a cluster's replica of it, {@link
 * io.sluice.policy.Dispatch} says what a replica was given, and {@link io.sluice.policy.Evidence}
 * judges what came back.
 */
package io.sluice.policy;
