package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tells people where an attempt stands: the one projection behind the Rollout's status, Temporal's
 * details and the command line (rollout-strategy 5).
 *
 * @param rolloutStatus OCM's word for the whole (rollout-strategy 1.4); absent without clusters
 * @param waitingFor one sentence; empty only when Done
 * @param nextCheckAt when time alone may change something
 * @param confirmed successes on evidence of this version
 * @param weak successes on weak evidence
 * @param exceptionsOmitted how many exceptions were cut
 * @param paused whether a person paused it by message
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Progress(
    Optional<String> rolloutStatus,
    Phase phase,
    Optional<Outcome> outcome,
    String waitingFor,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<Instant> nextCheckAt,
    List<Group> groups,
    Counts counts,
    long confirmed,
    long weak,
    List<ClusterIssue> exceptions,
    long exceptionsOmitted,
    List<Approval> approvals,
    boolean paused) {
  public Progress {
    groups = List.copyOf(requireNonNullElse(groups, List.of()));
    exceptions = List.copyOf(requireNonNullElse(exceptions, List.of()));
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
  }

  /** What it waits for in a few words without numbers, for lists; empty only when Done. */
  public String inBrief() {
    return WaitSummary.of(this);
  }

  /** One decision group, in rollout order. */
  public record Group(GroupKey key, boolean approved, long failuresTolerated, Counts counts) {
    /** The group as people know it: its name, or its index where it has none. */
    public String label() {
      return GroupLabels.of(key);
    }
  }

  /**
   * One approval that counts.
   *
   * @param groupName absent: the ungrouped clusters
   * @param how {@code Mandatory}, {@code Spec} or {@code Signal}
   */
  public record Approval(
      Optional<String> groupName,
      boolean approved,
      String by,
      Optional<Instant> at,
      String how,
      Optional<String> comment) {}
}
