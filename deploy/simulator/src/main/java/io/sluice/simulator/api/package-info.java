/**
 * Serves a small Kubernetes API from memory, with faults on request: {@link
 * io.sluice.simulator.api.EmbeddedHub} starts it.
 */
package io.sluice.simulator.api;
