package io.sluice.forecast;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * States how a course ends, or where it stands still.
 *
 * @param at when the outcome is decided; of a course without one, since when nothing happens
 * @param phase the phase at the end
 * @param waitingFor what it waits for then, as {@code sluice status} shows it; empty if it is done
 * @param field the field of the strategy that lets it wait for ever; empty for any other cause
 * @param after what was waited for since the last wave
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CourseEnd(
    Kind kind,
    Instant at,
    Optional<Outcome> outcome,
    Phase phase,
    String waitingFor,
    Optional<String> field,
    Counts counts,
    List<WaitTime> after) {
  /** Lists how a course can end. */
  public enum Kind {
    /** The attempt has an outcome. */
    @JsonProperty("ended")
    ENDED,
    /** It has none, and nothing happens any more without a person or a cluster. */
    @JsonProperty("standsStill")
    STANDS_STILL,
    /** The course is longer than what was looked at. */
    @JsonProperty("cut")
    CUT
  }

  public CourseEnd {
    requireNonNull(kind, "kind is null");
    requireNonNull(at, "at is null");
    outcome = requireNonNullElse(outcome, Optional.empty());
    requireNonNull(phase, "phase is null");
    waitingFor = requireNonNullElse(waitingFor, "");
    field = requireNonNullElse(field, Optional.empty());
    requireNonNull(counts, "counts is null");
    after = List.copyOf(requireNonNullElse(after, List.of()));
  }
}
