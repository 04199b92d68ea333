package io.sluice.hub.transport;

import java.util.OptionalInt;

/** Learns of every request to the hub, also of each repetition, once its answer has begun. */
@FunctionalInterface
public interface RequestObserver {
  RequestObserver NONE = (request, code, nanos) -> {};

  /**
   * Takes one request; it must return at once.
   *
   * @param code the HTTP status; empty when no answer came
   * @param nanos the time to the begin of the answer, or to the failure
   */
  void answered(SentRequest request, OptionalInt code, long nanos);
}
