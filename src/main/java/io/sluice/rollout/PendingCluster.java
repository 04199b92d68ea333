package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Remembers one member of an attempt whose turn has not come.
 *
 * @param group place in {@link AttemptState#groups()} of the group it is in now
 * @param provided whether it was given what it runs until its turn (rollout-strategy 3.1, 3.7)
 * @param refused when the hub last refused that, in milliseconds since the epoch; 0: it did not
 * @param why what the hub said then
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record PendingCluster(
    @JsonProperty("c") String cluster,
    @JsonProperty("g") int group,
    @JsonProperty("p") boolean provided,
    @JsonProperty("r") long refused,
    @JsonProperty("m") @JsonInclude(JsonInclude.Include.NON_EMPTY) String why)
    implements Member {
  public PendingCluster {
    requireNonNull(cluster, "cluster is null");
    why = requireNonNullElse(why, "");
  }

  public static PendingCluster of(String cluster, int group) {
    return new PendingCluster(cluster, group, false, 0, "");
  }

  public PendingCluster in(int otherGroup) {
    return otherGroup == group
        ? this
        : new PendingCluster(cluster, otherGroup, provided, refused, why);
  }

  public PendingCluster given() {
    return new PendingCluster(cluster, group, true, 0, "");
  }

  public PendingCluster refused(Instant at, String reason) {
    return new PendingCluster(cluster, group, provided, at.toEpochMilli(), reason);
  }

  /** True when the hub has answered for it, one way or the other. */
  public boolean answered() {
    return provided || refused != 0;
  }

  public Instant refusedAt() {
    return Instant.ofEpochMilli(refused);
  }
}
