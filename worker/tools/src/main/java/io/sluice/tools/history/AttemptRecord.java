package io.sluice.tools.history;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.EndReason;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.tools.status.StatusView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds one attempt as its Rollout object records it.
 *
 * @param attempt its number; each is one higher than the one before (rollout-strategy 1.1)
 * @param phase of the present attempt; empty for a former one
 * @param outcome empty until it is decided
 * @param reason why it ended; empty while it goes on, and after a success
 * @param approvals who approved its groups, where that is known
 * @param unstagedChanges clusters that got a version before their turn
 * @param unstagedChangesOmitted how many of them the Rollout object does not name
 */
record AttemptRecord(
    long attempt,
    String rolloutUid,
    Optional<Long> generation,
    Optional<String> policyVersion,
    Optional<String> phase,
    Optional<String> outcome,
    Optional<String> reason,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    KnownApprovals approvals,
    List<String> unstagedChanges,
    long unstagedChangesOmitted) {
  AttemptRecord {
    requireNonNull(rolloutUid, "rolloutUid is null");
    requireNonNull(approvals, "approvals is null");
  }

  /** Returns the attempts, newest first. */
  static List<AttemptRecord> of(StatusView view) {
    RolloutStatus status = view.status();
    List<AttemptRecord> attempts = new ArrayList<>();
    if (status.rolloutUID == null) {
      return attempts;
    }
    long number = requireNonNullElse(status.attempt, 0L);
    attempts.add(
        new AttemptRecord(
            number,
            status.rolloutUID,
            Optional.ofNullable(status.currentRolloutGeneration),
            Optional.ofNullable(status.policyVersion),
            view.phase(),
            view.outcome(),
            EndReason.of(status),
            instant(status.startedAt),
            instant(status.endedAt),
            KnownApprovals.ofHub(view.approvals()),
            unstaged(view),
            0));
    for (RolloutStatus.Former former : view.former()) {
      number--;
      attempts.add(of(former, number));
    }
    return attempts;
  }

  private static AttemptRecord of(RolloutStatus.Former former, long number) {
    return new AttemptRecord(
        number,
        requireNonNullElse(former.rolloutUID(), ""),
        Optional.ofNullable(former.generation()),
        Optional.empty(),
        Optional.empty(),
        Optional.ofNullable(former.outcome()),
        Optional.ofNullable(former.reason())
            .map(FieldAdvice::without)
            .filter(text -> !text.isEmpty()),
        instant(former.startedAt()),
        instant(former.endedAt()),
        former.approvals() == null
            ? KnownApprovals.UNKNOWN
            : KnownApprovals.ofHub(former.approvals()),
        requireNonNullElse(former.unstagedChanges(), List.of()),
        requireNonNullElse(former.unstagedChangesOmitted(), 0L));
  }

  /** Returns the same with approvals that were found elsewhere. */
  AttemptRecord with(KnownApprovals found) {
    return new AttemptRecord(
        attempt,
        rolloutUid,
        generation,
        policyVersion,
        phase,
        outcome,
        reason,
        startedAt,
        endedAt,
        found,
        unstagedChanges,
        unstagedChangesOmitted);
  }

  private static List<String> unstaged(StatusView view) {
    return view.issues().stream()
        .filter(issue -> IssueReason.UNSTAGED_CHANGE.label().equals(issue.reason()))
        .map(RolloutStatus.Issue::cluster)
        .toList();
  }

  private static Optional<Instant> instant(String text) {
    return Optional.ofNullable(text).map(Instant::parse);
  }

  /** Returns the time from its begin to its outcome; empty while one of them is unknown. */
  Optional<Duration> duration() {
    return startedAt.flatMap(start -> endedAt.map(end -> Duration.between(start, end)));
  }

  /** Returns the outcome, or where it stands. */
  String result() {
    return outcome.or(() -> phase).orElse("<unknown>");
  }
}
