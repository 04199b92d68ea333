package io.sluice.workflow;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.rollout.Progress;
import java.util.List;

/**
 * Asks for the Rollout's status to be written.
 *
 * @param runOpen false in a run's last write: from then on the keeper writes the status
 * @param warnings what people have to be told by an event besides
 */
public record StatusUpdate(
    AttemptRef attempt, Progress progress, boolean runOpen, List<String> warnings) {
  public StatusUpdate {
    requireNonNull(attempt, "attempt is null");
    requireNonNull(progress, "progress is null");
    warnings = List.copyOf(requireNonNullElse(warnings, List.of()));
  }
}
