package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.Headers;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Holds what is kept of a person who has signed in: the token, and the dashboard that was made with
 * it. The dashboard is made by the first request; others of that person wait for it, and nobody
 * else.
 */
final class PersonSession implements PersonalDashboard.Access {
  private final String user;
  private final String token;
  private final String guard;
  private final boolean signsOut;
  private final Instant since;
  private final BooleanSupplier valid;
  private final Function<PersonSession, PersonalDashboard> maker;
  private final ReentrantLock making = new ReentrantLock();
  private volatile Instant used;
  private volatile boolean closed;
  private Optional<PersonalDashboard> dashboard = Optional.empty();

  /**
   * Begins it.
   *
   * @param guard what requests that write carry
   * @param signsOut whether the person ends it; false: a proxy signs people in and out
   * @param valid whether the token still is that of the user
   */
  PersonSession(
      String user,
      String token,
      String guard,
      boolean signsOut,
      Instant since,
      BooleanSupplier valid,
      Function<PersonSession, PersonalDashboard> maker) {
    this.user = requireNonNull(user, "user is null");
    this.token = requireNonNull(token, "token is null");
    this.guard = requireNonNull(guard, "guard is null");
    this.signsOut = signsOut;
    this.since = requireNonNull(since, "since is null");
    this.valid = requireNonNull(valid, "valid is null");
    this.maker = requireNonNull(maker, "maker is null");
    this.used = since;
  }

  String user() {
    return user;
  }

  String token() {
    return token;
  }

  String guard() {
    return guard;
  }

  boolean signsOut() {
    return signsOut;
  }

  Instant since() {
    return since;
  }

  Instant used() {
    return used;
  }

  void use(Instant now) {
    used = now;
  }

  /** Returns the dashboard of the person; empty if the session has ended. */
  Optional<PersonalDashboard> dashboard() {
    making.lock();
    try {
      if (!closed && dashboard.isEmpty()) {
        dashboard = Optional.of(maker.apply(this));
      }
      return closed ? Optional.empty() : dashboard;
    } finally {
      making.unlock();
      closeIfEnded();
    }
  }

  @Override
  public boolean guarded(Headers headers) {
    return SessionGuard.guarded(headers, guard);
  }

  @Override
  public boolean lasts() {
    return !closed && valid.getAsBoolean();
  }

  /** Ends it; does not wait for a dashboard that is just being made. */
  void close() {
    closed = true;
    closeIfEnded();
  }

  private void closeIfEnded() {
    if (!closed || !making.tryLock()) {
      return;
    }
    try {
      dashboard.ifPresent(PersonalDashboard::close);
      dashboard = Optional.empty();
    } finally {
      making.unlock();
    }
  }
}
