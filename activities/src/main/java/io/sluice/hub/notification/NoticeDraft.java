package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what happened, before it has a number.
 *
 * @param status of its attempt: the one before a write, where that ended a former attempt
 * @param outcome once it is decided
 * @param group that it is about
 * @param clusters that it is about, all of them
 */
record NoticeDraft(
    NoticeKind kind,
    RolloutStatus status,
    Optional<String> outcome,
    Optional<String> group,
    String message,
    List<String> clusters) {
  NoticeDraft {
    requireNonNull(kind, "kind is null");
    requireNonNull(status, "status is null");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(group, "group is null");
    requireNonNull(message, "message is null");
    clusters = List.copyOf(clusters);
  }

  /**
   * Returns the notice.
   *
   * @param number of its kind in the attempt, from 1
   * @param at when the status says so, in whole seconds
   */
  Notice numbered(long number, Instant at) {
    return new Notice(
        kind,
        status.rolloutUID,
        number,
        at,
        requireNonNullElse(status.attempt, 0L),
        requireNonNullElse(status.currentRolloutGeneration, 0L),
        Optional.ofNullable(status.policyVersion),
        requireNonNullElse(status.phase, ""),
        outcome,
        group,
        Optional.ofNullable(status.progress),
        RolloutStatusTree.cut(message),
        clusters.stream().limit(Notice.MOST_CLUSTERS).toList(),
        Math.max(0, clusters.size() - Notice.MOST_CLUSTERS));
  }
}
