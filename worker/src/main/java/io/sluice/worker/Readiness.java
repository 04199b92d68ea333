package io.sluice.worker;

import io.sluice.watch.WatchLiveness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Tells what keeps a process from its work; nothing when it is ready.
 *
 * <p>A watch is judged by the age of its last event or bookmark: whether it holds a connection says
 * nothing, for a frozen server keeps it open.
 */
final class Readiness {
  private final WatchLiveness freshness;
  private final Duration longest;

  /**
   * Makes a judge of watches.
   *
   * @param longest how long a watch may be silent; servers send a bookmark every minute
   */
  Readiness(WatchLiveness freshness, Duration longest) {
    this.freshness = freshness;
    this.longest = longest;
  }

  /** Names the watches that are silent for too long. */
  List<String> stale(List<String> watched) {
    return watched.stream().flatMap(resource -> stale(resource).stream()).toList();
  }

  private Optional<String> stale(String resource) {
    Optional<Duration> silence = freshness.silence(resource);
    if (silence.isEmpty()) {
      return Optional.of("the watch of %s has said nothing yet".formatted(resource));
    }
    return silence
        .filter(age -> age.compareTo(longest) > 0)
        .map(
            age ->
                "the watch of %s has been silent for %d s, longer than %d s"
                    .formatted(resource, age.toSeconds(), longest.toSeconds()));
  }
}
