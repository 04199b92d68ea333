/**
 * Goes through the clusters of one call of an activity: some at a time, within its time, with
 * heartbeats, and only those that are still selected.
 */
package io.sluice.hub.batch;
