/**
 * Talks to the API server: requests with their conflicts, retries and failures, and objects as
 * generic trees. Also holds the values that are cached or read of these objects: replicas, root
 * policies, the reachability of clusters.
 */
package io.sluice.hub.client;
