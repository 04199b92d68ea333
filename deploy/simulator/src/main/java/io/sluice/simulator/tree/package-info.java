/** Reads Kubernetes objects as generic trees, for all that is simulated. */
package io.sluice.simulator.tree;
