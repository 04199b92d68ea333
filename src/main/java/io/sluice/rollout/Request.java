package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Requests a pause, resume or abort of a running attempt: {@code {"by":"ann"}}.
 *
 * @param by the name given by the sender; not verified
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
