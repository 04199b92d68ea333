package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the spec of the Rollout object: approvals and pause (rollout-strategy 5).
 *
 * @param ungroupedBy the field manager of that approval; absent: unknown
 * @param ungroupedAt when that manager last wrote; absent: unknown
 * @param approvalsForVersion the only version that the approvals hold for; absent: any
 * @param generation generation of the Rollout object: each change of its spec is another one, also
 *     of parts that are not listed here
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Intent(
    List<GroupApproval> decisionGroups,
    boolean ungroupedApproved,
    Optional<String> ungroupedBy,
    Optional<Instant> ungroupedAt,
    Optional<String> approvalsForVersion,
    boolean paused,
    long generation) {
  /** A Rollout without a spec. */
  public static final Intent NONE = new Intent(List.of(), false, Optional.empty(), false);

  public Intent {
    decisionGroups = List.copyOf(requireNonNullElse(decisionGroups, List.of()));
    ungroupedBy = requireNonNullElse(ungroupedBy, Optional.empty());
    ungroupedAt = requireNonNullElse(ungroupedAt, Optional.empty());
    approvalsForVersion = requireNonNullElse(approvalsForVersion, Optional.empty());
  }

  public Intent(
      List<GroupApproval> decisionGroups,
      boolean ungroupedApproved,
      Optional<String> approvalsForVersion,
      boolean paused) {
    this(
        decisionGroups,
        ungroupedApproved,
        Optional.empty(),
        Optional.empty(),
        approvalsForVersion,
        paused,
        0);
  }

  /** Returns the approved group names, an empty one for the ungrouped clusters. */
  public List<String> approvedNames() {
    return Stream.concat(
            decisionGroups.stream()
                .filter(GroupApproval::rolloutApproved)
                .map(GroupApproval::groupName),
            Stream.of("").filter(name -> ungroupedApproved))
        .toList();
  }

  /**
   * One entry of {@code spec.decisionGroups}.
   *
   * @param by the field manager of the entry; absent: unknown
   * @param at when that manager last wrote; absent: unknown
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record GroupApproval(
      String groupName, boolean rolloutApproved, Optional<String> by, Optional<Instant> at) {
    public GroupApproval {
      groupName = requireNonNullElse(groupName, "");
      by = requireNonNullElse(by, Optional.empty());
      at = requireNonNullElse(at, Optional.empty());
    }

    public GroupApproval(String groupName, boolean rolloutApproved) {
      this(groupName, rolloutApproved, Optional.empty(), Optional.empty());
    }
  }
}
