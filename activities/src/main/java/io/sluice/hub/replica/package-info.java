/** Reads and writes the replicas of policies in the namespaces of clusters. */
package io.sluice.hub.replica;
