package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.util.Optional;

/**
 * Holds the failures of a group, or of the fleet, that exceed its tolerance (rollout-strategy F13).
 *
 * @param group the group, or absent for the whole fleet
 */
public record Excess(Optional<GroupKey> group, long failures, long tolerated) {}
