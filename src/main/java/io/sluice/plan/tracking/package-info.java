/**
 * Tracks where every cluster of an attempt stands: its evidence and timers, its group, and the
 * counts of groups.
 */
package io.sluice.plan.tracking;
