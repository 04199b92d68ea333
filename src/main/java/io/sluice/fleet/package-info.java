/**
 * Identifies decision groups, selects clusters, and defines the statuses of clusters and the order
 * of names.
 */
package io.sluice.fleet;
