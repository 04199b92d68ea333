package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds how far the rollout of a binding has come, for the Works that its run does not write
 * (lazy-activation 3).
 *
 * @param settled what succeeded last; empty: nothing yet
 * @param vanished by cluster, the Works that were deleted since the rollout ended
 * @param unapproved clusters that joined since then, and get nothing before an approval
 */
public record StagedProgress(
    RolloutStanding standing,
    Optional<SettledIntent> settled,
    Map<String, VanishedWork> vanished,
    Set<String> unapproved) {
  public StagedProgress {
    requireNonNull(standing, "standing is null");
    requireNonNull(settled, "settled is null");
    vanished = Map.copyOf(vanished);
    unapproved = Set.copyOf(unapproved);
  }
}
