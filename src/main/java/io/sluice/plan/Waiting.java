package io.sluice.plan;

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
public record Waiting(
    @JsonProperty("c") String cluster,
    @JsonProperty("g") int group,
    @JsonProperty("p") boolean provided,
    @JsonProperty("r") long refused,
    @JsonProperty("m") @JsonInclude(JsonInclude.Include.NON_EMPTY) String why)
    implements Placed {
  public Waiting {
    requireNonNull(cluster, "cluster is null");
    why = requireNonNullElse(why, "");
  }

  static Waiting of(String cluster, int group) {
    return new Waiting(cluster, group, false, 0, "");
  }

  Waiting in(int otherGroup) {
    return otherGroup == group ? this : new Waiting(cluster, otherGroup, provided, refused, why);
  }

  Waiting given() {
    return new Waiting(cluster, group, true, 0, "");
  }

  Waiting refused(Instant at, String reason) {
    return new Waiting(cluster, group, provided, at.toEpochMilli(), reason);
  }

  /** True when the hub has answered for it, one way or the other. */
  boolean answered() {
    return provided || refused != 0;
  }

  Instant refusedAt() {
    return Instant.ofEpochMilli(refused);
  }
}
