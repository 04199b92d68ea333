/**
 * Finds what a write of the status of a Rollout has changed, for everybody who tells people of it.
 *
 * <p>{@link io.sluice.hub.change.StatusChanges} compares the status before and after: groups and
 * approvals are compared by {@code GroupChanges}. {@code io.sluice.hub.event} records Events of
 * what it finds.
 *
 * <p>Tests: {@code RolloutEventsTest}.
 */
package io.sluice.hub.change;
