package io.sluice.rehearsal.server;

import java.time.Duration;

/** States how long the hub takes to answer a call. */
@FunctionalInterface
public interface AnswerTimes {
  /** It answers at once. */
  AnswerTimes NONE = argument -> Duration.ZERO;

  /** Returns how long it takes to answer a call with this argument. */
  Duration of(Object argument);
}
