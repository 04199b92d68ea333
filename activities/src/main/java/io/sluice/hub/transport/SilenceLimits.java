package io.sluice.hub.transport;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Holds how long the hub may be silent before a connection counts as lost.
 *
 * @param object until the answer to a request for one object; longer than the 10 s that an
 *     admission webhook has by default, so that its failure arrives as an answer
 * @param stream until the first and between two parts of a list or a watch
 * @param window after which the hub ends a watch, which then begins anew; shorter than stream,
 *     because a watch of a quiet kind is otherwise silent for a minute
 */
public record SilenceLimits(Duration object, Duration stream, Duration window) {
  public static final SilenceLimits DEFAULTS =
      new SilenceLimits(Duration.ofSeconds(11), Duration.ofSeconds(30), Duration.ofSeconds(25));

  public SilenceLimits {
    requireNonNull(object, "object is null");
    requireNonNull(stream, "stream is null");
    if (window.compareTo(stream) >= 0) {
      throw new IllegalArgumentException(
          "Cannot watch in windows of %s when silence of %s ends a watch: set a shorter window."
              .formatted(window, stream));
    }
  }

  /** The same, for requests that are of no use later than this. */
  public SilenceLimits within(Duration longest) {
    return new SilenceLimits(longest, stream, window);
  }

  Duration of(RequestKind kind) {
    return kind == RequestKind.OBJECT ? object : stream;
  }
}
