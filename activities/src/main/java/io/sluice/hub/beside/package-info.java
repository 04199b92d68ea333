/**
 * Enforces policies cluster by cluster where OCM's propagator writes the replicas: reads and writes
 * the override of a policy, and recognizes what it has done (policy-propagation 14).
 */
package io.sluice.hub.beside;
