package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.fleet.ByteOrder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Holds the spec of the Rollout object: approvals, pause, abort and skipped clusters
 * (rollout-strategy 5).
 *
 * @param decisionGroups what the spec says of each group that it names, in whichever field
 * @param ungroupedApproved the same of the ungrouped clusters
 * @param ungroupedBy the field manager of that approval; absent: unknown
 * @param ungroupedAt when that manager last wrote; absent: unknown
 * @param approvalsForVersion the only version that the approvals hold for; absent: any
 * @param generation generation of the Rollout object: each change of its spec is another one, also
 *     of parts that are not listed here
 * @param abort the attempt that is to end as Aborted
 * @param skipped clusters that are ignored in one attempt
 * @param pausedBy the field manager of the pause; absent: unknown, or none
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Intent(
    List<GroupApproval> decisionGroups,
    boolean ungroupedApproved,
    Optional<String> ungroupedBy,
    Optional<Instant> ungroupedAt,
    Optional<String> approvalsForVersion,
    boolean paused,
    long generation,
    Optional<RequestedAbort> abort,
    List<SkippedCluster> skipped,
    Optional<String> pausedBy) {
  /**
   * The key of the ungrouped clusters in {@code spec.approvals}: no group can have that name, which
   * is the value of a label.
   */
  public static final String UNGROUPED = "_ungrouped";

  /** A Rollout without a spec. */
  public static final Intent NONE = new Intent(List.of(), false, Optional.empty(), false);

  public Intent {
    decisionGroups = List.copyOf(requireNonNullElse(decisionGroups, List.of()));
    ungroupedBy = requireNonNullElse(ungroupedBy, Optional.empty());
    ungroupedAt = requireNonNullElse(ungroupedAt, Optional.empty());
    approvalsForVersion = requireNonNullElse(approvalsForVersion, Optional.empty());
    abort = requireNonNullElse(abort, Optional.empty());
    skipped = List.copyOf(requireNonNullElse(skipped, List.of()));
    pausedBy = requireNonNullElse(pausedBy, Optional.empty());
  }

  public Intent(
      List<GroupApproval> decisionGroups,
      boolean ungroupedApproved,
      Optional<String> ungroupedBy,
      Optional<Instant> ungroupedAt,
      Optional<String> approvalsForVersion,
      boolean paused,
      long generation,
      Optional<RequestedAbort> abort,
      List<SkippedCluster> skipped) {
    this(
        decisionGroups,
        ungroupedApproved,
        ungroupedBy,
        ungroupedAt,
        approvalsForVersion,
        paused,
        generation,
        abort,
        skipped,
        Optional.empty());
  }

  public Intent(
      List<GroupApproval> decisionGroups,
      boolean ungroupedApproved,
      Optional<String> ungroupedBy,
      Optional<Instant> ungroupedAt,
      Optional<String> approvalsForVersion,
      boolean paused,
      long generation) {
    this(
        decisionGroups,
        ungroupedApproved,
        ungroupedBy,
        ungroupedAt,
        approvalsForVersion,
        paused,
        generation,
        Optional.empty(),
        List.of());
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

  /** Returns the same, with another abort and other skipped clusters. */
  public Intent with(Optional<RequestedAbort> abort, List<SkippedCluster> skipped) {
    return new Intent(
        decisionGroups,
        ungroupedApproved,
        ungroupedBy,
        ungroupedAt,
        approvalsForVersion,
        paused,
        generation,
        abort,
        skipped,
        pausedBy);
  }

  /** Returns the abort of this attempt; a request that names another one means nothing. */
  public Optional<RequestedAbort> abortOf(String rolloutUid) {
    return abort.filter(request -> request.rolloutUid().equals(rolloutUid));
  }

  /** Returns the clusters that are skipped in this attempt, by name; the first entry counts. */
  public SortedMap<String, SkippedCluster> skippedIn(String rolloutUid) {
    SortedMap<String, SkippedCluster> clusters = new TreeMap<>(ByteOrder.NAMES);
    skipped.stream()
        .filter(entry -> entry.rolloutUid().equals(rolloutUid))
        .forEach(entry -> clusters.putIfAbsent(entry.cluster(), entry));
    return clusters;
  }

  /**
   * Holds {@code spec.abortRollout}: the attempt of that UID ends as Aborted.
   *
   * @param by the field manager; absent: unknown
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record RequestedAbort(@JsonProperty("rolloutUID") String rolloutUid, Optional<String> by) {
    public RequestedAbort {
      rolloutUid = requireNonNullElse(rolloutUid, "");
      by = requireNonNullElse(by, Optional.empty());
    }
  }

  /**
   * One entry of {@code spec.skippedClusters}: ignored in the attempt of that UID.
   *
   * @param by the field manager of the entry; absent: unknown
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record SkippedCluster(
      String cluster, @JsonProperty("rolloutUID") String rolloutUid, Optional<String> by) {
    public SkippedCluster {
      cluster = requireNonNullElse(cluster, "");
      rolloutUid = requireNonNullElse(rolloutUid, "");
      by = requireNonNullElse(by, Optional.empty());
    }
  }

  /**
   * What the spec says of the groups of one name: its entry in {@code spec.approvals}, else the one
   * in {@code spec.decisionGroups}.
   *
   * @param by the field manager of that entry; absent: unknown
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
