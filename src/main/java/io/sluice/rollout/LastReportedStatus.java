package io.sluice.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what a Rollout's status says of its last attempt (rollout-strategy 3.2, "Lost state").
 *
 * @param finished groups without a cluster to apply, progressing or soaking, all of whose failures
 *     are listed, and how many clusters each had, the ignored apart: as long as it has as many,
 *     whoever carries the version there and is neither listed nor ignored has succeeded
 * @param ended groups in which nobody is in flight because the attempt has ended, all of whose
 *     failures are listed: whoever was dispatched there and is not listed has succeeded
 * @param approvals those given by message; the others stand in the spec
 * @param paused whether a person paused it by message
 * @param exceptions the clusters that were listed
 */
public record LastReportedStatus(
    Instant startedAt,
    Optional<Outcome> outcome,
    Optional<Instant> endedAt,
    Map<GroupKey, Long> finished,
    Set<GroupKey> ended,
    List<RequestedApproval> approvals,
    boolean paused,
    List<Listed> exceptions) {
  /** What an object says that has seen no attempt yet. */
  public static final LastReportedStatus NOTHING =
      new LastReportedStatus(
          Instant.EPOCH,
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Set.of(),
          List.of(),
          false,
          List.of());

  public LastReportedStatus {
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(endedAt, "endedAt is null");
    finished = Map.copyOf(finished);
    ended = Set.copyOf(ended);
    approvals = List.copyOf(approvals);
    exceptions = List.copyOf(exceptions);
  }

  public boolean succeeded() {
    return outcome.filter(end -> end == Outcome.SUCCEEDED).isPresent();
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
