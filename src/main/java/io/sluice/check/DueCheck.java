package io.sluice.check;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Names a question that is to be asked now.
 *
 * @param timeout how long an answer may take
 */
public record DueCheck(CheckKey key, Duration timeout) {
  public DueCheck {
    requireNonNull(key, "key is null");
    requireNonNull(timeout, "timeout is null");
  }
}
