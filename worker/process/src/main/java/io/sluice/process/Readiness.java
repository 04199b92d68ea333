package io.sluice.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reports the watches that are silent for too long; none when the process is ready.
 *
 * <p>A watch is judged by the age of its last event or bookmark, and not by its connection: a
 * frozen server keeps that open.
 */
final class Readiness {
  private final Function<String, Optional<Duration>> silences;
  private final Duration longest;

  /**
   * Sets the limit.
   *
   * @param silences returns how long the watch of a kind has been silent; empty if it never
   *     received anything
   * @param longest how long a watch may be silent; servers send a bookmark every minute
   */
  Readiness(Function<String, Optional<Duration>> silences, Duration longest) {
    this.silences = silences;
    this.longest = longest;
  }

  /** Formats a message for each watch that is silent for too long. */
  List<String> stale(List<String> watched) {
    return watched.stream().flatMap(resource -> stale(resource).stream()).toList();
  }

  private Optional<String> stale(String resource) {
    Optional<Duration> silence = silences.apply(resource);
    if (silence.isEmpty()) {
      return Optional.of("the watch of %s has received nothing yet".formatted(resource));
    }
    return silence
        .filter(age -> age.compareTo(longest) > 0)
        .map(
            age ->
                "the watch of %s has been silent for %d s, longer than %d s"
                    .formatted(resource, age.toSeconds(), longest.toSeconds()));
  }
}
