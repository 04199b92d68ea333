/**
 * Finds out whether OCM's propagator runs on the hub, and where nothing is written because of it.
 */
package io.sluice.hub.propagator;
