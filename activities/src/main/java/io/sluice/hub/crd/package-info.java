/** Holds the kinds of objects that Sluice reads and writes on a hub, and the types of its own. */
package io.sluice.hub.crd;
