package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.sluice.rollout.Intent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the requests of users and GitOps to a rollout; Sluice never writes it on its own
 * (rollout-strategy 5). An absent field is null, as the API server sends it; an absent list is
 * empty. {@link RolloutSpecReader} reads it.
 *
 * <p>Fields instead of a record, as in {@link RolloutStatus}: a request sets one of eleven.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonClassDescription(
    "What users and GitOps ask of the rollout. Sluice writes it only for a user of its"
        + " command line.")
public final class RolloutSpec {
  /** As written, so that messages can quote what is wrong with it. */
  @JsonPropertyDescription(
      "How the policy is rolled out, for policies without a strategy of their own.")
  @SchemaFrom(type = RolloutStrategy.class)
  public Map<String, Object> rolloutStrategy;

  @JsonPropertyDescription(
      "The approvals below hold only for the policy version of this name. Unset: for any.")
  public String approvalsForVersion;

  @JsonPropertyDescription(
      "What people decided about groups, by group name; _ungrouped: the clusters without a named"
          + " group. An entry counts before that in decisionGroups or ungrouped. `sluice approve`,"
          + " `sluice revoke` and the dashboard write it; an apply of a manifest that lacks the"
          + " entry leaves it as it is.")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @ValidationRule(
      value = "self.all(name, name.size() >= 1 && name.size() <= 63)",
      message =
          "The name of a group has 1 to 63 characters; that of the clusters without one is"
              + " _ungrouped.")
  public Map<String, Approval> approvals = Map.of();

  @JsonPropertyDescription(
      "Which decision groups may start, for the type manualPerGroup, as a manifest has it.")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Size(max = 256)
  public List<GroupApproval> decisionGroups = List.of();

  @JsonPropertyDescription("Whether the clusters without a named group may start.")
  public Ungrouped ungrouped;

  @JsonPropertyDescription("Asks for a failed or aborted rollout to be tried again.")
  public RetryRollout retryRollout;

  @JsonPropertyDescription("Ends a rollout as Aborted; every cluster keeps what it has.")
  public AbortRollout abortRollout;

  @JsonPropertyDescription(
      "Clusters that are ignored in one rollout: they get the version in their turn, hold no"
          + " other cluster, and count neither as success nor as failure.")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Size(max = 500)
  public List<SkippedCluster> skippedClusters = List.of();

  @JsonPropertyDescription("While true, no further cluster starts.")
  public Boolean paused;

  /** As written, as that of the strategy. */
  @JsonPropertyDescription(
      "When clusters may start: from a time on, in windows, and not in freezes.")
  @SchemaFrom(type = RolloutSchedule.class)
  public Map<String, Object> schedule;

  /** As written, as that of the strategy. */
  @JsonPropertyDescription(
      "What must pass before groups start, and while they soak: a metric, a service, an object.")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Size(max = 20)
  @SchemaFrom(type = RolloutCheck[].class)
  public List<Map<String, Object>> checks = List.of();

  /** As written, as that of the strategy. */
  @JsonPropertyDescription(
      "What the approvals of groups must fulfil: how many people, who, for what, and for how long."
          + " A group that a rule covers starts only with them.")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Size(max = 50)
  @SchemaFrom(type = RolloutApprovalRule[].class)
  public List<Map<String, Object>> approvalRules = List.of();

  /** As written, as that of the strategy. */
  @JsonPropertyDescription(
      "Whom to tell of what happens in the rollout, and how: a service, a chat, a pager. Whatever"
          + " they answer, the rollout goes on.")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Size(max = 20)
  @SchemaFrom(type = RolloutNotification[].class)
  public List<Map<String, Object>> notifications = List.of();

  @JsonPropertyDescription(
      "Activates a change of the targeting that waits, without a change of the policy.")
  public ActivatePending activatePending;

  @JsonPropertyDescription(
      "Beside OCM's propagator: when clusters are no longer enforced by the rollout."
          + " WhenDone: all when it is done; PerCluster: each after its soak; Never: not at"
          + " all, and every later edit of the policy is enforced on them at once. Default:"
          + " WhenDone.")
  public Release overrideRelease;

  /** Returns the groups that have an entry in the list, approved or not. */
  public List<String> listedGroups() {
    return decisionGroups.stream().map(GroupApproval::groupName).filter(Objects::nonNull).toList();
  }

  /** Returns the groups that are named, approved or not, by the field that names them. */
  public Map<String, List<String>> groupsByField() {
    return Map.of("spec.decisionGroups", listedGroups(), "spec.approvals", decidedGroups());
  }

  private List<String> decidedGroups() {
    return approvals.keySet().stream().filter(key -> !key.equals(Intent.UNGROUPED)).toList();
  }

  /** Returns the groups that are named in any field, each once. */
  public List<String> namedGroups() {
    return Stream.concat(listedGroups().stream(), decidedGroups().stream()).distinct().toList();
  }

  /** Returns the groups that are approved, for whichever version. */
  public List<String> approvedGroups() {
    return namedGroups().stream().filter(name -> approves(Optional.of(name))).toList();
  }

  /**
   * Returns whether a group is approved, for whichever version: a person's word in {@code
   * approvals} counts before what a manifest lists (rollout-strategy A2, A3).
   *
   * @param group empty: the ungrouped clusters
   */
  public boolean approves(Optional<String> group) {
    Approval entry = approvals.get(group.orElse(Intent.UNGROUPED));
    return entry == null ? lists(group) : Boolean.TRUE.equals(entry.rolloutApproved());
  }

  /** Returns whether a group is approved where {@code approvals} has no entry of it. */
  public boolean lists(Optional<String> group) {
    return group.isEmpty()
        ? ungrouped != null && Boolean.TRUE.equals(ungrouped.rolloutApproved())
        : decisionGroups.stream()
            .filter(entry -> group.get().equals(entry.groupName()))
            .anyMatch(entry -> Boolean.TRUE.equals(entry.rolloutApproved()));
  }

  /** Lists when clusters are withdrawn from the override (policy-propagation 14.3). */
  public enum Release {
    /** The default. */
    WhenDone,
    PerCluster,
    Never
  }

  /** Holds what a person decided about the groups of one name. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Approval(
      @JsonPropertyDescription("True: the groups may start. False: they wait.") @Required
          Boolean rolloutApproved) {}

  /** Approves the groups of one name, in a list of a manifest. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record GroupApproval(
      @JsonPropertyDescription("The name of decision groups, in every placement of the policy.")
          @Required
          @Size(min = 1, max = 63)
          String groupName,
      @JsonPropertyDescription("True: the groups may start. Absent or false: they wait.")
          Boolean rolloutApproved,
      @JsonPropertyDescription(RolloutApprovalRecord.DESCRIPTION)
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          @Size(max = 50)
          List<RolloutApprovalRecord> approvals) {
    /** The field by which the list is keyed. */
    public static final String KEY = "groupName";

    public GroupApproval {
      approvals = List.copyOf(Objects.requireNonNullElse(approvals, List.of()));
    }

    /** Holds an entry without recorded approvals. */
    public GroupApproval(String groupName, Boolean rolloutApproved) {
      this(groupName, rolloutApproved, List.of());
    }
  }

  /** Approves the ungrouped clusters. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Ungrouped(
      @JsonPropertyDescription("True: these clusters may start. Absent or false: they wait.")
          Boolean rolloutApproved,
      @JsonPropertyDescription(RolloutApprovalRecord.DESCRIPTION)
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          @Size(max = 50)
          List<RolloutApprovalRecord> approvals) {
    public Ungrouped {
      approvals = List.copyOf(Objects.requireNonNullElse(approvals, List.of()));
    }

    /** Holds an entry without recorded approvals. */
    public Ungrouped(Boolean rolloutApproved) {
      this(rolloutApproved, List.of());
    }
  }

  /** Releases what waits: a revision, whatever waits at an instant, or that revision at it. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ActivatePending(
      @JsonPropertyDescription(
              "status.activation.pending.revision of the change; any other releases nothing.")
          String revision,
      @JsonPropertyDescription(
              "An instant with its zone, as 2026-03-01T22:00:00Z; what waits then is activated.")
          String at) {}

  /** Requests a retry of the attempt with that {@code status.rolloutUID}. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RetryRollout(
      @JsonPropertyDescription(
              "status.rolloutUID of the attempt to repeat; any other asks for nothing.")
          String rolloutUID,
      @JsonPropertyDescription(
              "True: clusters that have succeeded stay as they are, and only the others are rolled"
                  + " out again.")
          Boolean failedOnly) {}

  /** Aborts the attempt with that {@code status.rolloutUID}. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AbortRollout(
      @JsonPropertyDescription("status.rolloutUID of the attempt to end; any other ends nothing.")
          String rolloutUID) {}

  /** Skips a cluster in the attempt with that {@code status.rolloutUID}. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SkippedCluster(
      @JsonPropertyDescription("The name of the managed cluster.")
          @Required
          @Size(min = 1, max = 253)
          String clusterName,
      @JsonPropertyDescription(
              "status.rolloutUID of the attempt in which it is ignored; in any other it is not.")
          String rolloutUID) {
    /** The field by which the list is keyed. */
    public static final String KEY = "clusterName";
  }
}
