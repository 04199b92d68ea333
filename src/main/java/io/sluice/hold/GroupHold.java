package io.sluice.hold;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * States why clusters of a group may not start yet (between-waves 1).
 *
 * @param rule the window or freeze of a calendar; absent: none holds them
 * @param message what they wait for, as a sentence
 * @param until when that changes by itself; absent: not known, or somebody has to act
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record GroupHold(
    HoldKind kind, Optional<String> rule, String message, Optional<Instant> until) {
  public GroupHold {
    requireNonNull(kind, "kind is null");
    rule = requireNonNullElse(rule, Optional.empty());
    requireNonNull(message, "message is null");
    until = requireNonNullElse(until, Optional.empty());
  }

  /** A hold that ends when somebody acts, or another group comes to its end. */
  public GroupHold(HoldKind kind, String message) {
    this(kind, Optional.empty(), message, Optional.empty());
  }
}
