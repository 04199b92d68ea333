package io.sluice.hub.crd;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.kubernetes.api.model.Condition;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Counts;
import java.util.List;
import java.util.Map;

/**
 * Holds the status of a rollout (rollout-strategy 5). Instants are in UTC and whole seconds.
 *
 * <p>Fields instead of a record, whose constructor would have 25 arguments. An absent field is
 * null, as the API server sends it.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class RolloutStatus {
  @JsonPropertyDescription("Generation of this object that the status answers to.")
  public Long observedGeneration;

  @JsonPropertyDescription("This attempt.")
  public String rolloutUID;

  @JsonPropertyDescription("Generation of the policy that this attempt rolls out.")
  public Long currentRolloutGeneration;

  @JsonPropertyDescription("The policy's annotation policy.open-cluster-management.io/version.")
  public String policyVersion;

  @JsonPropertyDescription(
      "OCM's status of the whole rollout: ToApply, Progressing, Succeeded or Failed.")
  public String rolloutStatus;

  @JsonPropertyDescription("The phase of the attempt.")
  public String phase;

  @JsonPropertyDescription("How the attempt ended; absent until that is decided.")
  public String outcome;

  @JsonPropertyDescription("What the rollout waits for, in one sentence; empty when Done.")
  public String waitingFor;

  @JsonPropertyDescription("Why the attempt did what it did last, with the numbers.")
  public String reason;

  public String startedAt;
  public String endedAt;
  public String nextCheckAt;

  @JsonPropertyDescription("The decision groups, in rollout order.")
  public List<Group> decisionGroups;

  public Long decisionGroupsOmitted;
  public Counts counts;
  public Evidence evidence;

  @JsonPropertyDescription("Clusters that need attention, by name.")
  public List<Issue> exceptions;

  public Long exceptionsOmitted;
  public List<Approval> approvals;
  public Long approvalsOmitted;

  @JsonPropertyDescription("The policy as last rolled out with outcome Succeeded.")
  @PreserveUnknownFields
  @SchemaFrom(type = Object.class)
  public Map<String, Object> lastSuccessful;

  @JsonPropertyDescription("The ControllerRevision that keeps lastSuccessful.")
  public String lastSuccessfulRevision;

  @JsonPropertyDescription("Number of the attempt: one higher than that of the one before.")
  public Long attempt;

  @JsonPropertyDescription("True while a run of the attempt writes this status.")
  public Boolean runOpen;

  @JsonPropertyDescription("Hash of the strategy that the attempt goes by.")
  public String strategyHash;

  @JsonPropertyDescription("Paused by message.")
  public Boolean paused;

  @JsonPropertyDescription("Former attempts, newest first.")
  public List<Former> history;

  public List<Condition> conditions;

  /** One decision group. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Group(
      String placement,
      String groupName,
      int groupIndex,
      boolean approved,
      long failuresTolerated,
      Counts counts) {
    public Group {
      placement = requireNonNullElse(placement, "");
      groupName = requireNonNullElse(groupName, "");
      counts = requireNonNullElse(counts, Counts.ZERO);
    }

    public GroupKey key() {
      return new GroupKey(placement, groupName, groupIndex);
    }
  }

  /** Counts the successes by how well they are proved (rollout-strategy E8). */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Evidence(long confirmed, long weak) {}

  /** One cluster that needs attention, and why. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Issue(
      String cluster,
      String groupName,
      String status,
      String reason,
      String since,
      String message,
      boolean ignored) {}

  /** One approval; without a group name it concerns the ungrouped clusters. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Approval(
      String groupName, boolean approved, String by, String at, String how, String comment) {}

  /** A former attempt. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Former(
      String rolloutUID,
      Long generation,
      String outcome,
      String reason,
      String startedAt,
      String endedAt) {}
}
