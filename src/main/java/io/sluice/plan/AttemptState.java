package io.sluice.plan;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds everything an attempt remembers between two steps: a value, so that it can be carried on,
 * stored and compared.
 *
 * @param groups the groups in which clusters were started; ledger entries point into it
 * @param clusters the started clusters, by name
 * @param breach why the attempt is halted; latched (rollout-strategy 3.6)
 * @param approvals given by message; those in the Rollout's spec are read at every step
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record AttemptState(
    AttemptSpec spec,
    Instant startedAt,
    List<GroupKey> groups,
    List<ClusterState> clusters,
    Optional<String> breach,
    Optional<Outcome> outcome,
    Optional<Instant> endedAt,
    List<MessageApproval> approvals) {
  public AttemptState {
    requireNonNull(spec, "spec is null");
    requireNonNull(startedAt, "startedAt is null");
    groups = List.copyOf(requireNonNullElse(groups, List.of()));
    clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
    breach = requireNonNullElse(breach, Optional.empty());
    outcome = requireNonNullElse(outcome, Optional.empty());
    endedAt = requireNonNullElse(endedAt, Optional.empty());
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
  }

  /** The state of an attempt that has done nothing yet. */
  public static AttemptState begin(AttemptSpec spec, Instant now) {
    return new AttemptState(
        spec,
        now,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  AttemptState withApprovals(List<MessageApproval> given) {
    return new AttemptState(spec, startedAt, groups, clusters, breach, outcome, endedAt, given);
  }
}
