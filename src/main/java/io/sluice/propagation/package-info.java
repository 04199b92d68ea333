/** Resolves bindings and placements to the clusters that a policy is for. */
package io.sluice.propagation;
