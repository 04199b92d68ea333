package io.sluice.gate;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Names the version that clusters keep behind the gate until their turn (gate 1).
 *
 * @param generation of the policy; empty where it is not known, or not the same for all clusters
 * @param unprecedented whether no cluster can have had the new version before this attempt: what
 *     has it without its turn was let through (gate 5)
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record KeptVersion(
    Optional<Long> generation,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean unprecedented) {
  /** It is not known which. */
  public static final KeptVersion UNKNOWN = new KeptVersion(Optional.empty());

  public KeptVersion {
    generation = requireNonNullElse(generation, Optional.empty());
  }

  /** Names a version where it is not known which clusters have had the new one. */
  public KeptVersion(Optional<Long> generation) {
    this(generation, false);
  }

  /** Returns the same, where no cluster can have had the new version before, or some can. */
  public KeptVersion unprecedented(boolean now) {
    return new KeptVersion(generation, now);
  }

  /** Returns how many clusters of a rollout are held with it: those that are to apply (gate 7). */
  public HeldClusters held(long toApply, long clusters) {
    return new HeldClusters(toApply, clusters, generation);
  }
}
