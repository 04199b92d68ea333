package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.strategy.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds what a worker would do with one policy.
 *
 * @param clusters how many clusters are to have a replica
 * @param passWrites what the controller writes by itself, without an attempt
 * @param removals what it deletes
 * @param refusal why nothing is written for the present version
 * @param warnings what is valid and probably not meant
 * @param attempt the attempt that starts at once
 * @param runOpen whether an attempt is open already
 */
public record PolicyPreview(
    PolicyName policy,
    Kind kind,
    int clusters,
    List<PlannedWrite> passWrites,
    List<PlannedRemoval> removals,
    Optional<Refusal> refusal,
    List<String> warnings,
    Optional<AttemptPreview> attempt,
    boolean runOpen) {
  public PolicyPreview {
    requireNonNull(policy, "policy is null");
    requireNonNull(kind, "kind is null");
    passWrites = List.copyOf(passWrites);
    removals = List.copyOf(removals);
    requireNonNull(refusal, "refusal is null");
    warnings = List.copyOf(warnings);
    requireNonNull(attempt, "attempt is null");
  }

  /** Lists how a worker treats a policy. */
  public enum Kind {
    /** It has no strategy: every cluster gets it at once. */
    UNSTAGED("Unstaged"),
    /** It has a strategy: each version is rolled out. */
    STAGED("Staged"),
    DISABLED("Disabled"),
    /** No such policy is on the hub, but replicas, or a Policy that is none, are. */
    STALE("Stale");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** Returns all writes before any cluster has reported. */
  public List<PlannedWrite> writes() {
    return Stream.concat(
            passWrites.stream(), attempt.stream().flatMap(next -> next.first().stream()))
        .toList();
  }

  /** Counts the writes that change the spec of a replica, or create it. */
  public long contentWrites() {
    return writes().size() - metadataWrites();
  }

  /** Counts the writes that change labels or annotations only. */
  public long metadataWrites() {
    return writes().stream().filter(write -> write.kind() == PlannedWrite.Kind.METADATA).count();
  }
}
