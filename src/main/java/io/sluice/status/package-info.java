/** Computes the status of roots, PolicySets and Rollouts while no run writes them. */
package io.sluice.status;
