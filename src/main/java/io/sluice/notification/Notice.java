package io.sluice.notification;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tells of one thing that happened in a rollout, in the words and numbers of its status
 * (between-waves N1).
 *
 * @param kind of what happened
 * @param rolloutUid the attempt
 * @param number counts what happened of this kind in the attempt, from 1
 * @param at when the status said so, in whole seconds
 * @param attempt its number
 * @param generation of what it rolls out
 * @param version the policy's version annotation
 * @param phase of the rollout
 * @param outcome once it is decided
 * @param group that it is about; the label of {@code GroupKey}
 * @param progress {@code 20/40}
 * @param message what happened, in one sentence
 * @param clusters that it is about, at most {@link #MOST_CLUSTERS}
 * @param moreClusters how many are not listed
 */
public record Notice(
    NoticeKind kind,
    String rolloutUid,
    long number,
    Instant at,
    long attempt,
    long generation,
    Optional<String> version,
    String phase,
    Optional<String> outcome,
    Optional<String> group,
    Optional<String> progress,
    String message,
    List<String> clusters,
    long moreClusters) {
  /** The most clusters that one names. */
  public static final int MOST_CLUSTERS = 10;

  public Notice {
    requireNonNull(kind, "kind is null");
    requireNonNull(rolloutUid, "rolloutUid is null");
    requireNonNull(at, "at is null");
    requireNonNull(version, "version is null");
    requireNonNull(phase, "phase is null");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(group, "group is null");
    requireNonNull(progress, "progress is null");
    requireNonNull(message, "message is null");
    clusters = List.copyOf(clusters);
  }

  /** Returns what a receiver knows a repeat by: {@code <rolloutUID>/<event>/<n>}. */
  public String id() {
    return "%s/%s/%d".formatted(rolloutUid, kind.label(), number);
  }
}
