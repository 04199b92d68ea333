package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds when time alone changes a cluster that is in flight (rollout-strategy 3.4).
 *
 * @param soakUntil when its soak ends; empty where it is in none, or that is not known
 * @param deadline when it fails without a success; empty where none runs, or that is not known
 */
public record NextInstants(Optional<Instant> soakUntil, Optional<Instant> deadline) {
  public static final NextInstants NONE = new NextInstants(Optional.empty(), Optional.empty());

  public NextInstants {
    requireNonNull(soakUntil, "soakUntil is null");
    requireNonNull(deadline, "deadline is null");
  }

  public static NextInstants soak(Instant until) {
    return new NextInstants(Optional.of(until), Optional.empty());
  }

  public static NextInstants deadline(Instant at) {
    return new NextInstants(Optional.empty(), Optional.of(at));
  }

  public boolean known() {
    return soakUntil.isPresent() || deadline.isPresent();
  }
}
