/** Defines the kinds of objects that Sluice reads and writes on a hub, and the CRD of Rollout. */
package io.sluice.hub.crd;
