/**
 * Simulates the clusters of a fleet: each synchronizes its replicas and reports their compliance.
 */
package io.sluice.simulator.spoke;
