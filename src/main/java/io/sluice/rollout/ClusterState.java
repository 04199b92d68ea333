package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Remembers one started cluster of an attempt. Those that are not started are {@link
 * PendingCluster}.
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
 * @param marks what was seen of it
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
    @JsonProperty("f") int marks,
    @JsonProperty("m") @JsonInclude(JsonInclude.Include.NON_EMPTY) String why)
    implements Member {
  /** Stands for the attempt of a replica that carried the content before anybody dispatched it. */
  static final long UNDISPATCHED = -1;

  public ClusterState {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(stage, "stage is null");
    why = requireNonNullElse(why, "");
  }

  public static ClusterState started(String cluster, int group, Instant now) {
    return started(cluster, group, now.toEpochMilli());
  }

  public static ClusterState started(String cluster, int group, long now) {
    return new ClusterState(cluster, group, Stage.STARTED, 0, now, 0, 0, 0, "");
  }

  /** How an entry names the attempt of a dispatch; most are of the running one. */
  public static long foreign(long attempt, long own) {
    if (attempt == own) {
      return 0;
    }
    return attempt == 0 ? UNDISPATCHED : attempt;
  }

  public Instant dispatchedAt() {
    return Instant.ofEpochMilli(dispatched);
  }

  public Instant sinceInstant() {
    return Instant.ofEpochMilli(since);
  }

  public boolean is(ClusterFlag mark) {
    return mark.in(marks);
  }

  public boolean inFlight() {
    return !stage.isFinal();
  }

  /** The instant that the deadline runs from: the dispatch, or the first refusal. */
  public long clockStart() {
    return stage == Stage.STARTED ? refused : dispatched;
  }

  public boolean hasClock() {
    return stage == Stage.DISPATCHED || stage == Stage.STARTED && refused != 0;
  }

  public ClusterState acknowledged(Instant at, long foreignAttempt) {
    return acknowledged(at.toEpochMilli(), foreignAttempt);
  }

  public ClusterState acknowledged(long at, long foreignAttempt) {
    int seen = ClusterFlag.LOOKED.set(marks, false);
    return new ClusterState(
        cluster, group, Stage.DISPATCHED, at, at, refused, foreignAttempt, seen, why);
  }

  public ClusterState refused(long at, String reason) {
    long first = refused == 0 ? at : refused;
    return new ClusterState(cluster, group, stage, dispatched, at, first, foreign, marks, reason);
  }

  public ClusterState to(Stage next, Instant at) {
    return to(next, at.toEpochMilli());
  }

  public ClusterState to(Stage next, long at) {
    return new ClusterState(cluster, group, next, dispatched, at, refused, foreign, marks, why);
  }

  public ClusterState with(ClusterFlag mark, boolean set) {
    int next = mark.set(marks, set);
    return next == marks
        ? this
        : new ClusterState(cluster, group, stage, dispatched, since, refused, foreign, next, why);
  }

  public ClusterState with(ClusterFlag mark) {
    return with(mark, true);
  }

  public ClusterState because(String reason) {
    return new ClusterState(
        cluster, group, stage, dispatched, since, refused, foreign, marks, reason);
  }

  /** True when this attempt wrote to the cluster. */
  public boolean enforced() {
    return dispatched != 0 && stage != Stage.NEW_CLUSTER;
  }
}
