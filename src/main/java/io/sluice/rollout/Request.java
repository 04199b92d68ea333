package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Asks a running attempt to pause, resume or abort: {@code {"by":"ann"}}.
 *
 * @param by who asks; nobody can check it
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Request(String by, Optional<String> comment) {
  public Request {
    by = requireNonNullElse(by, "");
    comment = requireNonNullElse(comment, Optional.empty());
  }

  public static Request by(String name) {
    return new Request(name, Optional.empty());
  }
}
