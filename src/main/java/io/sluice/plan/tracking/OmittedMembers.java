package io.sluice.plan.tracking;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.util.Optional;

/**
 * Counts members that are left out of a state, because a step cannot change them, as if they were
 * there.
 *
 * @param group which of the groups of the state they are counted in; absent: there are none
 * @param finished how many have succeeded for good
 * @param notStarted how many are not started, and come after all that the state has
 */
public record OmittedMembers(Optional<GroupKey> group, int finished, int notStarted) {
  public static final OmittedMembers NONE = new OmittedMembers(Optional.empty(), 0, 0);

  public OmittedMembers {
    requireNonNull(group, "group is null");
  }
}
