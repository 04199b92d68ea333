package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import io.temporal.api.common.v1.Payloads;
import java.time.Instant;

/**
 * Holds a signal or an update as it reached a run, which can be sent again.
 *
 * @param update false: a signal
 */
public record RecordedInput(Instant at, boolean update, String name, Payloads arguments) {
  public RecordedInput {
    requireNonNull(at, "at is null");
    requireNonNull(name, "name is null");
    requireNonNull(arguments, "arguments is null");
  }
}
