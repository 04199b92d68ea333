/**
 * Resolves bindings, PolicySets and placements to the clusters of a policy (policy-propagation 2.2,
 * 5 and 6). {@link io.sluice.propagation.Bindings} is the entry; {@link
 * io.sluice.propagation.StaleReplica} is the rule for everything else in a cluster's namespace.
 */
package io.sluice.propagation;
