package io.sluice.check;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;

/**
 * Identifies what is asked: a check, for a group, before it or during its soak.
 *
 * @param check the name of the check
 * @param hash of its rule: one that asks something else is another question
 */
public record CheckKey(String check, String hash, GroupKey group, CheckStage stage) {
  public CheckKey {
    requireNonNull(check, "check is null");
    requireNonNull(hash, "hash is null");
    requireNonNull(group, "group is null");
    requireNonNull(stage, "stage is null");
  }

  /** Returns whether both ask the same, also where the group has another index since. */
  public boolean same(CheckKey other) {
    return check.equals(other.check)
        && hash.equals(other.hash)
        && stage == other.stage
        && group.same(other.group);
  }
}
