package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.Headers;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Keeps who has signed in. A session is found by a random cookie, or, behind a proxy that signs
 * people in, by the token of the request itself; never by a name.
 *
 * <p>There are at most 32, of one user 4: one more ends that which was used least recently. One
 * ends by itself after half an hour without a request, after 12 hours, and once the hub does not
 * accept its token any more.
 */
final class PersonSessions implements AutoCloseable {
  static final String COOKIE = "sluice-dashboard";

  private static final int MOST = 32;
  private static final int OF_ONE_USER = 4;
  private static final Duration IDLE = Duration.ofMinutes(30);
  private static final Duration LONGEST = Duration.ofHours(12);
  private static final String BEARER = "Bearer ";

  private final TokenReviews reviews;
  private final BiFunction<PersonSession, List<String>, PersonalDashboard> maker;
  private final Clock clock;

  /** Of the bearers' guards: a proxy renews their tokens, and open pages go on. */
  private final String seed = Secret.random();

  /** By the hash of the cookie, or of the token. */
  private final Map<String, PersonSession> open = new HashMap<>();

  /**
   * Prepares them.
   *
   * @param maker makes the dashboard of a session, for the namespaces that the person named
   */
  PersonSessions(
      TokenReviews reviews,
      BiFunction<PersonSession, List<String>, PersonalDashboard> maker,
      Clock clock) {
    this.reviews = requireNonNull(reviews, "reviews is null");
    this.maker = requireNonNull(maker, "maker is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Signs a person in.
   *
   * @param namespaces empty: all that may be read
   * @return the value of the cookie; empty: the hub does not accept the token
   * @throws KubernetesClientException if the hub does not answer that
   */
  Optional<String> signIn(String token, List<String> namespaces) {
    return reviews
        .user(token)
        .map(
            user -> {
              String cookie = Secret.random();
              add(cookieKey(cookie), session(user, token, Secret.random(), true, namespaces));
              return cookie;
            });
  }

  /**
   * Returns the session of a request; empty: its sender has not signed in.
   *
   * @throws KubernetesClientException if the hub does not answer whether its token is valid
   */
  Optional<PersonSession> of(Headers headers) {
    String header = headers.getFirst("Authorization");
    if (header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return ofBearer(header.substring(BEARER.length()).strip());
    }
    return Cookies.of(headers, COOKIE)
        .map(cookie -> find(cookieKey(cookie)))
        .flatMap(Optional::stream)
        .findFirst()
        .filter(this::accepted);
  }

  private Optional<PersonSession> ofBearer(String token) {
    return reviews
        .user(token)
        .map(
            user ->
                find("token " + Secret.hash(token))
                    .filter(session -> session.user().equals(user))
                    .orElseGet(
                        () ->
                            add(
                                "token " + Secret.hash(token),
                                session(user, token, Secret.hash(seed + user), false, List.of()))));
  }

  private static String cookieKey(String cookie) {
    return "cookie " + Secret.hash(cookie);
  }

  private PersonSession session(
      String user, String token, String guard, boolean signsOut, List<String> namespaces) {
    return new PersonSession(
        user,
        token,
        guard,
        signsOut,
        clock.instant(),
        () -> valid(user, token),
        session -> maker.apply(session, namespaces));
  }

  /** A hub that does not answer ends nothing: whatever is read then comes from it anyway. */
  private boolean valid(String user, String token) {
    try {
      return reviews.user(token).filter(user::equals).isPresent();
    } catch (KubernetesClientException | TokenReviews.Busy e) {
      return true;
    }
  }

  private boolean accepted(PersonSession session) {
    boolean accepted = reviews.user(session.token()).filter(session.user()::equals).isPresent();
    if (!accepted) {
      end(session);
    }
    return accepted;
  }

  private Optional<PersonSession> find(String key) {
    expire();
    synchronized (this) {
      Optional<PersonSession> found = Optional.ofNullable(open.get(key));
      found.ifPresent(session -> session.use(clock.instant()));
      return found;
    }
  }

  private PersonSession add(String key, PersonSession session) {
    List<PersonSession> ended = new ArrayList<>();
    PersonSession kept;
    synchronized (this) {
      PersonSession other = open.get(key);
      // Two requests with a new token at once.
      kept = other != null && other.user().equals(session.user()) ? other : session;
      if (kept == session) {
        Optional.ofNullable(open.remove(key)).ifPresent(ended::add);
        makeRoom(session.user(), ended);
        open.put(key, session);
      }
    }
    ended.forEach(PersonSession::close);
    return kept;
  }

  private void makeRoom(String user, List<PersonSession> ended) {
    List<PersonSession> theirs =
        open.values().stream().filter(one -> one.user().equals(user)).toList();
    if (theirs.size() >= OF_ONE_USER) {
      ended.add(oldest(theirs));
    } else if (open.size() >= MOST) {
      ended.add(oldest(open.values()));
    }
    open.values().removeAll(ended);
  }

  private static PersonSession oldest(Iterable<PersonSession> sessions) {
    List<PersonSession> all = new ArrayList<>();
    sessions.forEach(all::add);
    return all.stream().min(Comparator.comparing(PersonSession::used)).orElseThrow();
  }

  /** Ends a session. */
  void end(PersonSession session) {
    synchronized (this) {
      open.values().remove(session);
    }
    session.close();
  }

  /** Ends those that nobody uses any more. */
  void expire() {
    Instant now = clock.instant();
    List<PersonSession> ended;
    synchronized (this) {
      ended =
          open.values().stream()
              .filter(
                  session ->
                      session.used().plus(IDLE).isBefore(now)
                          || session.since().plus(LONGEST).isBefore(now))
              .toList();
      open.values().removeAll(ended);
    }
    ended.forEach(PersonSession::close);
  }

  /** Returns how many there are. */
  synchronized int size() {
    return open.size();
  }

  @Override
  public void close() {
    List<PersonSession> all;
    synchronized (this) {
      all = List.copyOf(open.values());
      open.clear();
    }
    all.forEach(PersonSession::close);
  }
}
