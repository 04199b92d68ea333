package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/**
 * Asks the hub whose token one is, by a TokenReview. That it is valid is believed for a minute,
 * that it is not for ten seconds; no token is kept, only its hash.
 */
final class TokenReviews {
  private static final Duration VALID = Duration.ofMinutes(1);
  private static final Duration REFUSED = Duration.ofSeconds(10);
  private static final int KNOWN = 1_000;

  /** Of tokens that were not valid before: who guesses does not keep others waiting. */
  private static final int STRANGERS = 8;

  /** What RFC 6750 allows; the longest that fits into a header. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]{1,8000}=*");

  private final KubernetesClient hub;
  private final Clock clock;
  private final Semaphore strangers = new Semaphore(STRANGERS);
  private final Map<String, Answer> answers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
          return size() > KNOWN;
        }
      };

  /** Says that too many unknown tokens are asked about at once. */
  static final class Busy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Busy() {
      super("Cannot check the token: too many sign in at once. Try again in a moment.");
    }
  }

  private record Answer(Optional<String> user, Instant until) {}

  /**
   * Prepares them.
   *
   * @param hub its user may create TokenReviews
   */
  TokenReviews(KubernetesClient hub, Clock clock) {
    this.hub = requireNonNull(hub, "hub is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Returns the name of the user whose token it is; empty: the hub does not accept it.
   *
   * @throws KubernetesClientException if the hub does not answer that
   * @throws Busy if too many unknown tokens are asked about at once
   */
  Optional<String> user(String token) {
    if (!TOKEN.matcher(token).matches()) {
      return Optional.empty();
    }
    String hash = Secret.hash(token);
    Optional<Answer> last = last(hash);
    if (last.isPresent() && clock.instant().isBefore(last.get().until())) {
      return last.get().user();
    }
    boolean stranger = last.flatMap(Answer::user).isEmpty();
    if (stranger && !strangers.tryAcquire()) {
      throw new Busy();
    }
    try {
      Optional<String> user = asked(token);
      keep(hash, new Answer(user, clock.instant().plus(user.isPresent() ? VALID : REFUSED)));
      return user;
    } finally {
      if (stranger) {
        strangers.release();
      }
    }
  }

  private synchronized Optional<Answer> last(String hash) {
    return Optional.ofNullable(answers.get(hash));
  }

  private synchronized void keep(String hash, Answer answer) {
    answers.put(hash, answer);
  }

  private Optional<String> asked(String token) {
    TokenReviewStatus status =
        hub.authentication()
            .v1()
            .tokenReviews()
            .create(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build())
            .getStatus();
    return status != null && Boolean.TRUE.equals(status.getAuthenticated())
        ? Optional.ofNullable(status.getUser().getUsername())
        : Optional.empty();
  }
}
