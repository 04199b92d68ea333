/** Writes everything but replicas: Rollouts, revisions, the status of roots, events. */
package io.sluice.hub.write;
