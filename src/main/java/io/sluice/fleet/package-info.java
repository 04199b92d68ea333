/** Names clusters and decision groups, the words for where a cluster stands, and their order. */
package io.sluice.fleet;
