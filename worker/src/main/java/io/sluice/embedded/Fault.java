package io.sluice.embedded;

import java.time.Duration;

/** Describes one way in which a hub fails its clients. */
public final class Fault {
  enum Effect {
    LATENCY,
    REFUSAL,
    LOST_ANSWER,
    WATCH_CUT,
    WATCH_FROZEN,
    WATCH_EXPIRED
  }

  private final Effect effect;
  private final Duration latency;
  private final int code;
  private final int retryAfter;

  private Fault(Effect effect, Duration latency, int code, int retryAfter) {
    this.effect = effect;
    this.latency = latency;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  private Fault(Effect effect) {
    this(effect, Duration.ZERO, 0, 0);
  }

  /** Answers later than it could. */
  public static Fault latency(Duration latency) {
    return new Fault(Effect.LATENCY, latency, 0, 0);
  }

  /** Refuses a request as if another writer had been faster; nothing is written. */
  public static Fault conflict() {
    return error(409);
  }

  /** Refuses a request with an error; nothing is written. */
  public static Fault error(int code) {
    return new Fault(Effect.REFUSAL, Duration.ZERO, code, 0);
  }

  /** Refuses a request as priority and fairness do: plain text, and when to come again. */
  public static Fault tooManyRequests(int retryAfterSeconds) {
    return new Fault(Effect.REFUSAL, Duration.ZERO, 429, retryAfterSeconds);
  }

  /** Does what the request asks for, then closes the connection without an answer. */
  public static Fault lostAnswer() {
    return new Fault(Effect.LOST_ANSWER);
  }

  /** Breaks the connection of a watch, also of one that runs already. */
  public static Fault watchCut() {
    return new Fault(Effect.WATCH_CUT);
  }

  /** Lets watches hang, open and silent, until it is removed; then all they missed follows. */
  public static Fault watchFrozen() {
    return new Fault(Effect.WATCH_FROZEN);
  }

  /** Ends a watch with 410 Expired: its client has to list anew. */
  public static Fault watchExpired() {
    return new Fault(Effect.WATCH_EXPIRED);
  }

  Effect effect() {
    return effect;
  }

  Duration latency() {
    return latency;
  }

  int code() {
    return code;
  }

  int retryAfter() {
    return retryAfter;
  }

  boolean concernsWatching() {
    return effect.compareTo(Effect.WATCH_CUT) >= 0;
  }
}
