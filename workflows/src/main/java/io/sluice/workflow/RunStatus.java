package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.rollout.Progress;
import java.util.List;
import java.util.Optional;

/**
 * Answers the query {@code status}.
 *
 * @param progress absent until the first step
 * @param refusals the latest requests that could not be granted, newest last
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunStatus(AttemptRef attempt, Optional<Progress> progress, List<String> refusals) {
  public RunStatus {
    progress = requireNonNullElse(progress, Optional.empty());
    refusals = List.copyOf(requireNonNullElse(refusals, List.of()));
  }
}
