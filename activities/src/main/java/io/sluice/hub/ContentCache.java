package io.sluice.hub;

import io.sluice.hub.read.VersionContent;
import io.sluice.policy.PolicyName;
import io.sluice.workflow.AttemptRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps an attempt's content for a moment, so that the many batches of one wave do not each read
 * all that it follows from.
 *
 * <p>Who holds the Rollout object is never answered from here: each batch asks the hub for that.
 */
final class ContentCache {
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Map<PolicyName, Entry> entries = new ConcurrentHashMap<>();

  private record Entry(AttemptRef attempt, VersionContent content, Instant readAt) {}

  Optional<VersionContent> of(AttemptRef attempt, Instant now) {
    return Optional.ofNullable(entries.get(attempt.policy()))
        .filter(entry -> entry.attempt().equals(attempt))
        .filter(entry -> now.isBefore(entry.readAt().plus(FRESH)))
        .map(Entry::content);
  }

  void remember(AttemptRef attempt, VersionContent content, Instant readAt) {
    entries.put(attempt.policy(), new Entry(attempt, content, readAt));
  }
}
