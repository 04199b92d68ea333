/**
 * Finds what a write of the status of a Rollout has changed, for everybody who tells people of it.
 *
 * <p>{@link io.sluice.hub.change.StatusChanges} compares the status before and after; {@code
 * GroupStatusChanges} compares groups and their approvals, {@code IssueChanges} the clusters that
 * need attention. {@code io.sluice.hub.event} records Events of what is found, {@code
 * io.sluice.hub.notification} has people told of it.
 *
 * <p>Tests: {@code StatusChangesTest}, {@code RolloutEventsTest}.
 */
package io.sluice.hub.change;
