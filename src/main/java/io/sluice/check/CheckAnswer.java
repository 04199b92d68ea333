package io.sluice.check;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Holds the answer to a question.
 *
 * @param at when it was asked, by the clock of the run: what is known is not younger
 */
public record CheckAnswer(CheckKey key, Instant at, CheckReply reply) {
  public CheckAnswer {
    requireNonNull(key, "key is null");
    requireNonNull(at, "at is null");
    requireNonNull(reply, "reply is null");
  }
}
