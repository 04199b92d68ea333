package io.sluice.workflow;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import java.util.Optional;

/**
 * Reports how a run ended.
 *
 * @param outcome absent: another attempt had the Rollout object, and nothing was written
 * @param next what happens now, or what a person can do
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RolloutResult(
    @JsonProperty("rolloutUID") String rolloutUid,
    long attempt,
    Optional<Outcome> outcome,
    String because,
    Optional<Counts> counts,
    Optional<String> next) {
  public RolloutResult {
    requireNonNull(rolloutUid, "rolloutUID is null");
    outcome = requireNonNullElse(outcome, Optional.empty());
    requireNonNull(because, "because is null");
    counts = requireNonNullElse(counts, Optional.empty());
    next = requireNonNullElse(next, Optional.empty());
  }
}
