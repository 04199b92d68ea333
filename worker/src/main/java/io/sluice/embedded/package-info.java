/**
 * Stands in for a hub and its fleet in one JVM: {@link io.sluice.embedded.EmbeddedHub} is a small
 * Kubernetes API over HTTP, {@link io.sluice.embedded.SpokeFleet} simulates the managed clusters.
 */
package io.sluice.embedded;
