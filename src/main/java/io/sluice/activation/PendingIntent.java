package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/**
 * Holds a desired intent that waits for its activation.
 *
 * @param since when this revision began to wait
 * @param changes what differs from the active intent: fields of the targeting, {@code content}
 */
public record PendingIntent(
    String revision, String from, long generation, Instant since, List<String> changes) {
  public PendingIntent {
    requireNonNull(revision, "revision is null");
    requireNonNull(from, "from is null");
    requireNonNull(since, "since is null");
    changes = List.copyOf(changes);
  }
}
