package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds the state of one started cluster; those not started are {@link PendingCluster}s.
 *
 * <p>Up to ten thousand of them are stored in the history of the workflow, so the JSON has short
 * names and omits zeros. Instants are milliseconds since the epoch.
 *
 * @param group index in {@link AttemptState#groups()} of the group in which it started
 * @param dispatched when the hub acknowledged the write; 0: not yet
 * @param since start of the soak, the instant at which it became final, of the last negative
 *     report, or of the last attempt to write it
 * @param refused when the hub first rejected the write; 0: never
 * @param foreign number of the former attempt that its dispatch names; 0: this attempt; {@value
 *     #UNDISPATCHED}: no attempt; the own number: a dispatch that names {@value #UNDISPATCHED}
 * @param flags what was observed of it, a bit for each {@link ClusterFlag}
 * @param why the hub's message when it rejected the write
 * @param next when a write that was requested again and has no answer is requested once more; 0:
 *     there is none, or it is the first request
 * @param away when the newest report was observed that showed its cluster as not Available; 0:
 *     there is none
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
    @JsonProperty("f") int flags,
    @JsonProperty("m") @JsonInclude(JsonInclude.Include.NON_EMPTY) String why,
    @JsonProperty("n") long next,
    @JsonProperty("u") long away)
    implements Member {
  /** The attempt of a replica that had the content without a dispatch. */
  static final long UNDISPATCHED = -1;

  public ClusterState {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(stage, "stage is null");
    why = requireNonNullElse(why, "");
  }

  public ClusterState(
      String cluster,
      int group,
      Stage stage,
      long dispatched,
      long since,
      long refused,
      long foreign,
      int flags,
      String why) {
    this(cluster, group, stage, dispatched, since, refused, foreign, flags, why, 0, 0);
  }

  /** Returns the same cluster in another group. */
  public ClusterState in(int otherGroup) {
    return otherGroup == group
        ? this
        : new ClusterState(
            cluster,
            otherGroup,
            stage,
            dispatched,
            since,
            refused,
            foreign,
            flags,
            why,
            next,
            away);
  }

  public static ClusterState started(String cluster, int group, Instant now) {
    return started(cluster, group, now.toEpochMilli());
  }

  public static ClusterState started(String cluster, int group, long now) {
    return new ClusterState(cluster, group, Stage.STARTED, 0, now, 0, 0, 0, "");
  }

  /**
   * Returns the value of {@code foreign} for a dispatch of that attempt: another one for each
   * number, as a replica may name any (rollout-strategy 3.2, Claim).
   */
  public static long foreign(long attempt, long own) {
    if (attempt == own) {
      return 0;
    }
    if (attempt == UNDISPATCHED) {
      return own;
    }
    return attempt == 0 ? UNDISPATCHED : attempt;
  }

  /** Returns the number of the attempt that its dispatch names, given the own one. */
  public long dispatchAttempt(long own) {
    if (foreign == 0) {
      return own;
    }
    if (foreign == own) {
      return UNDISPATCHED;
    }
    return foreign == UNDISPATCHED ? 0 : foreign;
  }

  public Instant dispatchedAt() {
    return Instant.ofEpochMilli(dispatched);
  }

  @Override
  public Optional<Instant> firstDispatch() {
    return dispatched == 0 ? Optional.empty() : Optional.of(dispatchedAt());
  }

  public Instant sinceInstant() {
    return Instant.ofEpochMilli(since);
  }

  public boolean is(ClusterFlag flag) {
    return flag.in(flags);
  }

  public boolean inFlight() {
    return !stage.isFinal();
  }

  /** Returns when the deadline began: at the dispatch, or at the first rejection. */
  public long clockStart() {
    return stage == Stage.STARTED ? refused : dispatched;
  }

  /** Returns whether a deadline runs; none does where OCM's propagator has not followed yet. */
  public boolean hasClock() {
    return stage == Stage.DISPATCHED && !is(ClusterFlag.NOT_FOLLOWED)
        || stage == Stage.STARTED && refused != 0;
  }

  public ClusterState acknowledged(Instant at, long foreignAttempt) {
    return acknowledged(at.toEpochMilli(), foreignAttempt);
  }

  public ClusterState acknowledged(long at, long foreignAttempt) {
    int left = ClusterFlag.NOT_TRIED.set(ClusterFlag.OBSERVED.set(flags, false), false);
    return new ClusterState(
        cluster, group, Stage.DISPATCHED, at, at, refused, foreignAttempt, left, why, 0, away);
  }

  /** Returns the state once OCM's propagator has followed: its deadline runs from then. */
  public ClusterState followed(long at) {
    int left = ClusterFlag.NOT_FOLLOWED.set(ClusterFlag.OBSERVED.set(flags, false), false);
    return new ClusterState(cluster, group, stage, at, at, refused, foreign, left, why, next, away);
  }

  /** Returns the state after its replica vanished, in the same stage. */
  public ClusterState gone() {
    return with(ClusterFlag.GONE).with(ClusterFlag.REWRITTEN, false).asked(0);
  }

  /** Returns the state once its replica is there again; deadline and stage stay. */
  public ClusterState rewritten(long foreignAttempt) {
    int there = ClusterFlag.NOT_TRIED.set(ClusterFlag.GONE.set(flags, false), false);
    int left = ClusterFlag.REWRITTEN.set(there, true);
    return dispatched == 0
        ? new ClusterState(cluster, group, stage, 0, since, refused, foreignAttempt, left, why)
        : new ClusterState(
            cluster, group, stage, dispatched, since, 0, foreignAttempt, left, "", 0, away);
  }

  /** Returns the state after the hub rejected to write its replica again. */
  public ClusterState notRewritten(long at, String reason, long again) {
    long first = refused == 0 ? at : refused;
    return new ClusterState(
        cluster, group, stage, dispatched, since, first, foreign, flags, reason, again, away);
  }

  /** Returns the state after a request that is made again at that instant if it has no answer. */
  public ClusterState asked(long again) {
    return again == next
        ? this
        : new ClusterState(
            cluster, group, stage, dispatched, since, refused, foreign, flags, why, again, away);
  }

  public ClusterState refused(long at, String reason) {
    long first = refused == 0 ? at : refused;
    return new ClusterState(
        cluster, group, stage, dispatched, at, first, foreign, flags, reason, 0, away);
  }

  public ClusterState to(Stage next, Instant at) {
    return to(next, at.toEpochMilli());
  }

  public ClusterState to(Stage next, long at) {
    long again = is(ClusterFlag.GONE) ? this.next : 0;
    return new ClusterState(
        cluster, group, next, dispatched, at, refused, foreign, flags, why, again, away);
  }

  public ClusterState with(ClusterFlag flag, boolean set) {
    int changed = flag.set(flags, set);
    return changed == flags
        ? this
        : new ClusterState(
            cluster, group, stage, dispatched, since, refused, foreign, changed, why, next, away);
  }

  public ClusterState with(ClusterFlag flag) {
    return with(flag, true);
  }

  /** Returns the state after a report, observed then, that its cluster is not Available. */
  public ClusterState away(long at) {
    int marked = ClusterFlag.UNREACHABLE.set(flags, true);
    return new ClusterState(
        cluster, group, stage, dispatched, since, refused, foreign, marked, why, next, at);
  }

  public ClusterState withReason(String reason) {
    return new ClusterState(
        cluster, group, stage, dispatched, since, refused, foreign, flags, reason, next, away);
  }

  /** True when the cluster has this attempt's version. */
  public boolean hasVersion() {
    return enforced() && !is(ClusterFlag.TAKEN_BACK);
  }

  /** True when this attempt wrote to the cluster. */
  public boolean enforced() {
    return dispatched != 0 && stage != Stage.NEW_CLUSTER;
  }
}
