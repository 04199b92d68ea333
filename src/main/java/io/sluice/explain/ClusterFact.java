package io.sluice.explain;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * States one thing that happened to a cluster.
 *
 * @param until the end of a time of waiting; empty for what has an instant only
 * @param text a sentence without the instant
 */
public record ClusterFact(Instant at, Optional<Instant> until, Kind kind, String text) {
  public ClusterFact {
    requireNonNull(at, "at is null");
    requireNonNull(until, "until is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(text, "text is null");
  }

  static ClusterFact of(Instant at, Kind kind, String text) {
    return new ClusterFact(at, Optional.empty(), kind, text);
  }

  /** Formats the text, and how long a time of waiting was. */
  public String sentence(Instant now) {
    return until
        .map(
            end ->
                "Until %s %s"
                    .formatted(
                        Wording.at(end, now),
                        text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1)))
        .orElse(text);
  }

  /** Lists the kinds of facts, as JSON names them. */
  public enum Kind {
    /** Its group and its place in order. */
    PLACE("Place"),
    /** It waited for its turn, and for what. */
    WAIT("Wait"),
    /** What it runs until its turn was written. */
    PENDING_CONTENT("PendingContent"),
    /** Its turn came, and why. */
    TURN("Turn"),
    /** The hub took the write. */
    WRITE("Write"),
    /** The hub refused the write, or did not get to it. */
    REFUSAL("Refusal"),
    /** It reported, or it was read at its deadline. */
    VERDICT("Verdict"),
    /** A soak began or ended. */
    SOAK("Soak"),
    /** Its state is final. */
    FINAL("Final"),
    /** Its replica vanished, or its write was taken back. */
    REPLICA("Replica"),
    /** The attempt itself changed: a request, a halt, its outcome. */
    ATTEMPT("Attempt");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
