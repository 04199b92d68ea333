package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.util.Optional;

/**
 * Counts the failures of a scope with more than it tolerates (rollout-strategy F13).
 *
 * @param group the group, or absent for the whole fleet
 */
public record Excess(Optional<GroupKey> group, long failures, long tolerated) {}
