package io.sluice.process.http;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * Says how long a request may take, and how much it may bring (policy-propagation 16b).
 *
 * @param header how long its header may take, from its first byte
 * @param body how long its body may take after that
 * @param bodyBytes how many bytes its body may have; more is answered with 413
 * @param answer how long its answer may take after that; empty: as long as it wants
 * @param requests how many may be under way at once; one more closes the one that has been under
 *     way for longest, those that are not read whole first
 */
public record RequestLimits(
    Duration header, Duration body, int bodyBytes, Optional<Duration> answer, int requests) {
  /** Those of a server whose answers end. */
  public static final RequestLimits STANDARD =
      new RequestLimits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          1024 * 1024,
          Optional.of(Duration.ofMinutes(1)),
          32);

  public RequestLimits {
    requireNonNull(header, "header is null");
    requireNonNull(body, "body is null");
    requireNonNull(answer, "answer is null");
    if (bodyBytes < 0 || requests < 1) {
      throw new IllegalArgumentException(
          "bodyBytes is %d, requests is %d".formatted(bodyBytes, requests));
    }
  }

  /** Returns these, with so many bytes at most in a body. */
  public RequestLimits withBodyBytes(int most) {
    return new RequestLimits(header, body, most, answer, requests);
  }

  /** Returns these, without an end for answers: for streams of events. */
  public RequestLimits withoutEndOfAnswers() {
    return new RequestLimits(header, body, bodyBytes, Optional.empty(), requests);
  }

  /** Returns these, for so many requests at once. */
  public RequestLimits withRequests(int most) {
    return new RequestLimits(header, body, bodyBytes, answer, most);
  }
}
