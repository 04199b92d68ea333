package io.sluice.simulator.api;

import java.time.Duration;

/** Describes one way in which a hub fails its clients. */
public final class Fault {
  enum Effect {
    LATENCY,
    REFUSAL,
    LOST_ANSWER,
    SWALLOWED,
    WATCH_CUT,
    WATCH_FROZEN,
    WATCH_EXPIRED
  }

  final Effect effect;
  final int code;

  /** In milliseconds; of a refusal, until the client may come again. */
  final long delay;

  /** Of a refusal, about the object that it names at {@code %s}. */
  final String message;

  private Fault(Effect effect, int code, long delay) {
    this(effect, code, delay, "%s: a fault was injected");
  }

  private Fault(Effect effect, int code, long delay, String message) {
    this.effect = effect;
    this.code = code;
    this.delay = delay;
    this.message = message;
  }

  /** Delays the answer. */
  public static Fault latency(Duration latency) {
    return new Fault(Effect.LATENCY, 0, latency.toMillis());
  }

  /** Refuses a request as if another writer had been faster; nothing is written. */
  public static Fault conflict() {
    return error(409);
  }

  /** Refuses a request with an error; nothing is written. */
  public static Fault error(int code) {
    return new Fault(Effect.REFUSAL, code, 0);
  }

  /** The same, with the message that a webhook or an authorizer would give. */
  public static Fault error(int code, String message) {
    return new Fault(Effect.REFUSAL, code, 0, message.replace("%", "%%"));
  }

  /** Refuses a request as priority and fairness do: with the time to come again. */
  public static Fault tooManyRequests(int retryAfterSeconds) {
    return new Fault(Effect.REFUSAL, 429, retryAfterSeconds * 1000L);
  }

  /** Does what the request asks for, then closes the connection without an answer. */
  public static Fault lostAnswer() {
    return new Fault(Effect.LOST_ANSWER, 0, 0);
  }

  /** Never answers and does nothing, as behind a network that drops all packets. */
  public static Fault swallowed() {
    return new Fault(Effect.SWALLOWED, 0, 0);
  }

  /** Breaks the connection of a watch, also of one that runs already. */
  public static Fault watchCut() {
    return new Fault(Effect.WATCH_CUT, 0, 0);
  }

  /** Lets watches hang, open and silent, until it is removed; then all they missed follows. */
  public static Fault watchFrozen() {
    return new Fault(Effect.WATCH_FROZEN, 0, 0);
  }

  /** Ends a watch with 410 Expired: its client has to list anew. */
  public static Fault watchExpired() {
    return new Fault(Effect.WATCH_EXPIRED, 0, 0);
  }

  boolean concernsWatching() {
    return effect.compareTo(Effect.WATCH_CUT) >= 0;
  }
}
