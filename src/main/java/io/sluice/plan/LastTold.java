package io.sluice.plan;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what a Rollout's status still says of an attempt whose run was lost (rollout-strategy 3.2,
 * "Lost state").
 *
 * @param finished groups without a cluster to apply, progressing or soaking
 * @param approvals those given by message; the others stand in the spec
 * @param exceptions the clusters that were listed
 */
public record LastTold(
    Instant startedAt,
    Optional<Outcome> outcome,
    Optional<Instant> endedAt,
    Set<GroupKey> finished,
    List<MessageApproval> approvals,
    List<Listed> exceptions) {
  public LastTold {
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(endedAt, "endedAt is null");
    finished = Set.copyOf(finished);
    approvals = List.copyOf(approvals);
    exceptions = List.copyOf(exceptions);
  }

  /**
   * One cluster that was listed as an exception.
   *
   * @param status OCM's word for it
   * @param reason what was out of order
   */
  public record Listed(String cluster, String status, String reason, Instant since) {
    public Listed {
      requireNonNull(cluster, "cluster is null");
      requireNonNull(status, "status is null");
      requireNonNull(reason, "reason is null");
      requireNonNull(since, "since is null");
    }
  }
}
