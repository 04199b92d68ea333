/**
 * Finds hub and Temporal as kubectl and temporal do, and explains why they cannot be reached:
 * {@link io.sluice.connection.ConnectionFailure} formats the reasons.
 */
package io.sluice.connection;
