package io.sluice.beside;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * Holds what decides whether an override should exist.
 *
 * @param wanted whether a Rollout that is not being deleted asks for a strategy, and its policy is
 *     there, enabled and informs
 * @param deleting whether its policy is being deleted, which raises its generation
 * @param generation that of the policy; 0 if there is none
 * @param runOpen whether an attempt runs
 * @param due whether another attempt is due
 * @param outcome that of the last attempt
 * @param unfinished whether that attempt left clusters behind, as one that halted
 * @param listed what the pages list
 */
public record OverrideInput(
    boolean wanted,
    boolean deleting,
    long generation,
    boolean runOpen,
    boolean due,
    Optional<Outcome> outcome,
    boolean unfinished,
    OverrideRelease release,
    List<OverrideEntry> listed) {
  public OverrideInput {
    requireNonNull(outcome, "outcome is null");
    requireNonNull(release, "release is null");
    listed = List.copyOf(listed);
  }

  /** Returns the clusters that were listed for another version of the policy. */
  public List<String> ofAnotherVersion() {
    return listed.stream()
        .filter(entry -> entry.generation() != generation)
        .map(OverrideEntry::cluster)
        .sorted()
        .toList();
  }
}
