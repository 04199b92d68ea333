package io.sluice.rehearsal.server;

import java.time.Duration;

/** States how long the hub takes to answer a call. */
@FunctionalInterface
public interface AnswerTimes {
  /** It answers at once. */
  AnswerTimes NONE = (activity, argument) -> Duration.ZERO;

  /** Returns how long it takes to answer a call of an activity with this argument. */
  Duration of(String activity, Object argument);
}
