package io.sluice.plan;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;

/**
 * Remembers one started cluster of an attempt. Clusters that are not started have none.
 *
 * <p>It is carried through the history of the workflow, ten thousand at a time, so its fields have
 * short names and leave out what is zero. Instants are milliseconds since the epoch.
 *
 * @param group place in {@link AttemptState#groups()} of the group it was started in
 * @param dispatched when the hub acknowledged the write; 0: not yet
 * @param since soak's start, the instant it became final, the last bad news, or the last try to
 *     write it
 * @param refused when the hub first refused the write; 0: never
 * @param foreign the attempt that its dispatch names, where that is a former one; else 0 ({@value
 *     #UNDISPATCHED} where it names none)
 * @param negative whether bad news came in this attempt; kept for the verdict at the deadline
 * @param weak whether its success rests on weak evidence
 * @param looked whether it was observed at or after its deadline
 * @param unreachable whether its cluster was not Available when last seen
 * @param turned whether news contradicts its final status: Regressed, or RecoveredLate
 * @param why what the hub said when it refused the write
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record ClusterState(
    @JsonProperty("c") String cluster,
    @JsonProperty("g") int group,
    @JsonProperty("s") Stage stage,
    @JsonProperty("d") long dispatched,
    @JsonProperty("t") long since,
    @JsonProperty("r") long refused,
    @JsonProperty("a") long foreign,
    @JsonProperty("n") boolean negative,
    @JsonProperty("w") boolean weak,
    @JsonProperty("l") boolean looked,
    @JsonProperty("u") boolean unreachable,
    @JsonProperty("x") boolean turned,
    @JsonProperty("m") @JsonInclude(JsonInclude.Include.NON_EMPTY) String why) {
  /** Stands for the attempt of a replica that carried the content before anybody dispatched it. */
  static final long UNDISPATCHED = -1;

  public ClusterState {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(stage, "stage is null");
    why = requireNonNullElse(why, "");
  }

  static ClusterState started(String cluster, int group, Instant now) {
    return new ClusterState(
        cluster,
        group,
        Stage.STARTED,
        0,
        now.toEpochMilli(),
        0,
        0,
        false,
        false,
        false,
        false,
        false,
        "");
  }

  Instant dispatchedAt() {
    return Instant.ofEpochMilli(dispatched);
  }

  Instant sinceInstant() {
    return Instant.ofEpochMilli(since);
  }

  boolean inFlight() {
    return !stage.isFinal();
  }

  /** The instant that the deadline runs from: the dispatch, or the first refusal. */
  Instant clockStart() {
    return Instant.ofEpochMilli(stage == Stage.STARTED ? refused : dispatched);
  }

  boolean hasClock() {
    return stage == Stage.DISPATCHED || stage == Stage.STARTED && refused != 0;
  }

  Instant expiry(Duration deadline) {
    return clockStart().plus(deadline);
  }

  ClusterState acknowledged(Instant at, long foreignAttempt) {
    return new ClusterState(
        cluster,
        group,
        Stage.DISPATCHED,
        at.toEpochMilli(),
        at.toEpochMilli(),
        refused,
        foreignAttempt,
        negative,
        weak,
        false,
        unreachable,
        turned,
        why);
  }

  ClusterState refused(Instant at, boolean seenAfterDeadline, String reason) {
    long first = refused == 0 ? at.toEpochMilli() : refused;
    return new ClusterState(
        cluster,
        group,
        stage,
        dispatched,
        at.toEpochMilli(),
        first,
        foreign,
        negative,
        weak,
        looked || seenAfterDeadline,
        unreachable,
        turned,
        reason);
  }

  ClusterState to(Stage next, Instant at) {
    return new ClusterState(
        cluster,
        group,
        next,
        dispatched,
        at.toEpochMilli(),
        refused,
        foreign,
        negative,
        weak,
        looked,
        unreachable,
        turned,
        why);
  }

  ClusterState seen(boolean bad, boolean onWeakEvidence, boolean afterDeadline, boolean away) {
    return new ClusterState(
        cluster,
        group,
        stage,
        dispatched,
        since,
        refused,
        foreign,
        negative || bad,
        onWeakEvidence,
        looked || afterDeadline,
        away,
        turned,
        why);
  }

  ClusterState contradicted() {
    return new ClusterState(
        cluster,
        group,
        stage,
        dispatched,
        since,
        refused,
        foreign,
        negative,
        weak,
        looked,
        unreachable,
        true,
        why);
  }
}
