package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.sluice.pace.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Says when a receiver that was not told is tried again: after 5 s, doubling to 10 min. */
final class NoticeBackoff {
  private static final Pace PACE = Pace.between(Duration.ofSeconds(5), Duration.ofMinutes(10));
  private static final Duration BUSY = Duration.ofSeconds(1);

  /** Each interval is longer or shorter by up to this part of it. */
  private static final double JITTER = 0.2;

  private final RandomGenerator random;
  private final Map<ReceiverKey, Failures> failures = new ConcurrentHashMap<>();

  private record Failures(int number, Pace pace) {}

  NoticeBackoff(RandomGenerator random) {
    this.random = requireNonNull(random, "random is null");
  }

  /** Returns when a receiver may be tried; empty: now. */
  Optional<Instant> later(ReceiverKey receiver, Instant now) {
    return Optional.ofNullable(failures.get(receiver)).flatMap(known -> known.pace().later(now));
  }

  /** Returns whether the last trial for a receiver did not fail. */
  boolean unknown(ReceiverKey receiver) {
    return !failures.containsKey(receiver);
  }

  /**
   * Notes a trial that failed.
   *
   * @param end when the trials end, which are not put off beyond it
   * @return when it is tried again
   */
  Instant failed(ReceiverKey receiver, Instant now, Instant end) {
    int number = Optional.ofNullable(failures.get(receiver)).map(Failures::number).orElse(0);
    Duration interval = jittered(PACE.doubled(number));
    Instant next = now.plus(interval).isBefore(end) ? now.plus(interval) : end;
    Pace pace = PACE.done(now, Duration.between(now, next));
    failures.put(receiver, new Failures(number + 1, pace));
    return pace.next();
  }

  /** Returns when a receiver is tried whose host is busy. */
  Instant busy(Instant now) {
    return now.plus(jittered(BUSY));
  }

  private Duration jittered(Duration interval) {
    double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
    return Duration.ofMillis(Math.round(interval.toMillis() * factor));
  }

  void forget(ReceiverKey receiver) {
    failures.remove(receiver);
  }

  void forget(NotifiedRollout rollout) {
    failures.keySet().removeIf(receiver -> receiver.rollout().equals(rollout));
  }
}
