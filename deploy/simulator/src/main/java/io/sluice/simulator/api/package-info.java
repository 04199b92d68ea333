/**
 * Stands in for a hub and its fleet in one JVM: {@link io.sluice.simulator.api.EmbeddedHub} is a
 * small Kubernetes API over HTTP, {@link io.sluice.simulator.spoke.SpokeFleet} simulates the
 * managed clusters.
 */
package io.sluice.simulator.api;
