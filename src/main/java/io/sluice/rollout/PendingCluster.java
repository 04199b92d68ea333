package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.policy.Verdict;
import java.time.Instant;

/**
 * Holds the state of one member of an attempt whose turn has not come.
 *
 * @param group index in {@link AttemptState#groups()} of its current group
 * @param provided whether it has what it runs until its turn (rollout-strategy 3.1, 3.7)
 * @param refused when the hub last rejected that write, in milliseconds since the epoch; 0: never
 * @param why the hub's message then
 * @param gone whether its replica is gone though it is selected
 * @param complies whether it reports under inform that it complies with this version already
 * @param wouldChange whether it reports under inform that it does not; neither: it has not reported
 * @param early whether it has this version though its turn has not come, and nothing had it before:
 *     it was let through the gate (gate 5)
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record PendingCluster(
    @JsonProperty("c") String cluster,
    @JsonProperty("g") int group,
    @JsonProperty("p") boolean provided,
    @JsonProperty("r") long refused,
    @JsonProperty("m") @JsonInclude(JsonInclude.Include.NON_EMPTY) String why,
    @JsonProperty("x") boolean gone,
    @JsonProperty("ok") boolean complies,
    @JsonProperty("ch") boolean wouldChange,
    @JsonProperty("e") boolean early)
    implements Member {
  public PendingCluster {
    requireNonNull(cluster, "cluster is null");
    why = requireNonNullElse(why, "");
    if (complies && wouldChange) {
      throw new IllegalArgumentException(cluster + " complies, and would be changed");
    }
  }

  public PendingCluster(String cluster, int group, boolean provided, long refused, String why) {
    this(cluster, group, provided, refused, why, false, false, false, false);
  }

  public static PendingCluster of(String cluster, int group) {
    return new PendingCluster(cluster, group, false, 0, "");
  }

  public PendingCluster in(int otherGroup) {
    return otherGroup == group
        ? this
        : new PendingCluster(
            cluster, otherGroup, provided, refused, why, gone, complies, wouldChange, early);
  }

  public PendingCluster asProvided() {
    return new PendingCluster(cluster, group, true, 0, "", false, complies, wouldChange, early);
  }

  public PendingCluster refused(Instant at, String reason) {
    return new PendingCluster(
        cluster, group, provided, at.toEpochMilli(), reason, gone, complies, wouldChange, early);
  }

  /** Returns the state after its replica vanished. */
  public PendingCluster withoutReplica() {
    return gone
        ? reported(Verdict.SILENT).early(false)
        : new PendingCluster(cluster, group, false, 0, "", true, false, false, false);
  }

  /** Returns the state after a verdict on this version as inform (rollout-strategy 6.3). */
  public PendingCluster reported(Verdict verdict) {
    boolean good = verdict == Verdict.POSITIVE;
    boolean bad = verdict == Verdict.NEGATIVE;
    return good == complies && bad == wouldChange
        ? this
        : new PendingCluster(cluster, group, provided, refused, why, gone, good, bad, early);
  }

  /** Returns the state after it was seen with this version, or with another again. */
  public PendingCluster early(boolean now) {
    return now == early
        ? this
        : new PendingCluster(
            cluster, group, provided, refused, why, gone, complies, wouldChange, now);
  }

  /** Returns true if the hub has taken or rejected the write. */
  public boolean answered() {
    return provided || refused != 0;
  }

  public Instant refusedAt() {
    return Instant.ofEpochMilli(refused);
  }
}
