/**
 * Resolves bindings, PolicySets and placements to the clusters of a policy (policy-propagation 2.2,
 * 5 and 6). {@link io.sluice.policy.propagation.Bindings} is the entry; {@link
 * io.sluice.policy.propagation.StaleReplica} is the rule for everything else in a cluster's
 * namespace.
 */
package io.sluice.policy.propagation;
