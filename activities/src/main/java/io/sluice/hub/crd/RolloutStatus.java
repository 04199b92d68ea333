package io.sluice.hub.crd;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.kubernetes.api.model.Condition;
import io.sluice.check.CheckView;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.HeldClusters;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.ScheduleState;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.status.RolloutCondition;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the status of a rollout (rollout-strategy 5). Instants are in UTC and whole seconds.
 *
 * <p>Fields instead of a record, whose constructor would have 25 arguments. An absent field is
 * null, as the API server sends it.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonClassDescription("Where the rollout of the policy stands. Sluice writes it.")
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

  @JsonPropertyDescription("True while it waits for a cluster, as none is selected.")
  public Boolean noCluster;

  @JsonPropertyDescription("Since when it waits for that; absent when Done.")
  @JsonDeserialize(using = ReadableText.Time.class)
  public String waitingSince;

  @JsonPropertyDescription(
      "For how many seconds the attempt has waited for people before: for approvals, for the end of"
          + " pauses and for valid settings.")
  public Long waitedForPeopleSeconds;

  @JsonPropertyDescription(
      "How many clusters have the version, of how many: 20/40. Those that do not count are left"
          + " out.")
  public String progress;

  @JsonPropertyDescription("Why the attempt did what it did last, with the numbers.")
  public String reason;

  @JsonPropertyDescription("When the attempt began.")
  @JsonDeserialize(using = ReadableText.Time.class)
  public String startedAt;

  @JsonPropertyDescription("When its outcome was decided.")
  @JsonDeserialize(using = ReadableText.Time.class)
  public String endedAt;

  @JsonPropertyDescription("When the rollout looks again if nothing changes before.")
  @JsonDeserialize(using = ReadableText.Time.class)
  public String nextCheckAt;

  @JsonPropertyDescription(
      "How calendars stand to the rollout; absent where none restricts when clusters start.")
  public Schedule schedule;

  @JsonPropertyDescription("What checks have been answered.")
  public List<Check> checks;

  @JsonPropertyDescription("The decision groups, in rollout order.")
  public List<Group> decisionGroups;

  @JsonPropertyDescription("How many groups are not listed, to keep the status small.")
  public Long decisionGroupsOmitted;

  @JsonPropertyDescription(
      "The clusters of all groups; each is in exactly one of the last eight numbers.")
  public Counts counts;

  @JsonPropertyDescription(
      "The clusters that the gate holds; absent where none stages the policy, and once each cluster"
          + " has had its turn.")
  public Held held;

  @JsonPropertyDescription("How well the successes are proved.")
  public Evidence evidence;

  @JsonPropertyDescription("Clusters that need attention, by name.")
  public List<Issue> exceptions;

  @JsonPropertyDescription("How many clusters are not listed, to keep the status small.")
  public Long exceptionsOmitted;

  @JsonPropertyDescription("Which groups may start, and who said so.")
  public List<Approval> approvals;

  @JsonPropertyDescription("How many approvals are not listed, to keep the status small.")
  public Long approvalsOmitted;

  @JsonPropertyDescription("What receivers of notifications have not been told yet.")
  public RolloutNotifications notifications;

  @JsonPropertyDescription(
      "What of the targeting is active, and what waits for a change of the policy.")
  @PreserveUnknownFields
  @SchemaFrom(type = Object.class)
  public Map<String, Object> activation;

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

  @JsonPropertyDescription(
      "Ready, Reconciling and Stalled for generic tools; Accepted, Activated, ApprovalsMatched,"
          + " RetryAccepted and LastSuccessfulStored.")
  public List<Condition> conditions;

  /** Returns how many clusters the gate holds; empty where it holds none. */
  public Optional<HeldClusters> heldClusters() {
    return Optional.ofNullable(held).map(Held::counted);
  }

  /**
   * Returns who is still enforced since the end, beside OCM's propagator; empty while an attempt
   * goes on, and where nothing is withdrawn.
   */
  public Optional<String> override() {
    return requireNonNullElse(conditions, List.<Condition>of()).stream()
        .filter(condition -> RolloutCondition.OVERRIDE_RELEASED.equals(condition.getType()))
        .map(condition -> requireNonNullElse(condition.getMessage(), ""))
        .findFirst();
  }

  /** One decision group. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Group(
      @JsonPropertyDescription("The placement that declares the group.") String placement,
      @JsonPropertyDescription("Its name; empty for the clusters without a named group.")
          String groupName,
      @JsonPropertyDescription("Its index in the placement.") int groupIndex,
      @JsonPropertyDescription(
              "Where it stands in this attempt, which is what an index in mandatoryDecisionGroups"
                  + " means; absent where groupIndex says it. Groups that came later stand in"
                  + " between, as in 0.1.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @JsonDeserialize(using = ReadableText.Place.class)
          String place,
      @JsonPropertyDescription("Whether it may start; meant for the type manualPerGroup.")
          boolean approved,
      @JsonPropertyDescription("How many of its clusters may fail before the rollout halts.")
          long failuresTolerated,
      @JsonPropertyDescription("Its clusters; each is in exactly one of the last eight numbers.")
          Counts counts,
      @JsonPropertyDescription(
              "What its clusters report that are not started and have the version as inform,"
                  + " ignored ones included; nothing of it is a success. Absent where no cluster"
                  + " informs first, and once the outcome is decided.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          Progress.InformCounts inform,
      @JsonPropertyDescription(
              "Why its clusters may not start yet, in the order in which that is asked; what holds"
                  + " all groups alike is in phase and waitingFor.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<Hold> holds) {
    public Group {
      placement = requireNonNullElse(placement, "");
      groupName = requireNonNullElse(groupName, "");
      counts = requireNonNullElse(counts, Counts.ZERO);
      holds = List.copyOf(requireNonNullElse(holds, List.of()));
    }

    /**
     * Returns whether a person has to approve it yet: by the strategy, or by the status alone for
     * who may not read the policy.
     *
     * @param strategy the type of the policy's strategy, as far as it is known
     */
    public boolean unapproved(Optional<String> strategy) {
      return !approved
          && (strategy.filter(StrategyType.MANUAL_PER_GROUP.label()::equals).isPresent()
              || holds.stream().anyMatch(hold -> HoldKind.APPROVAL.label().equals(hold.kind())));
    }

    /** Returns the calendar or check that it waits for, if that comes first; empty if nothing. */
    public Optional<Hold> closed() {
      return holds.stream().limit(1).filter(hold -> hold.closing().isPresent()).findFirst();
    }

    /** Creates a group whose clusters nothing holds. */
    public Group(
        String placement,
        String groupName,
        int groupIndex,
        String place,
        boolean approved,
        long failuresTolerated,
        Counts counts,
        Progress.InformCounts inform) {
      this(
          placement,
          groupName,
          groupIndex,
          place,
          approved,
          failuresTolerated,
          counts,
          inform,
          List.of());
    }

    /** Returns the key with the index that its placement gives it. */
    public GroupKey key() {
      return new GroupKey(placement, groupName, groupIndex);
    }

    /** Returns the same key with the place of the group in the attempt. */
    public GroupKey placed() {
      return new GroupKey(placement, groupName, groupIndex, Optional.ofNullable(place));
    }
  }

  /** Says why clusters of a group may not start yet (between-waves 1). */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Hold(
      @JsonPropertyDescription("Order, Approval, Calendar or Check.") String kind,
      @JsonPropertyDescription("The window or freeze of a calendar, or the check.") String rule,
      @JsonPropertyDescription("What they wait for.") String message,
      @JsonPropertyDescription("When that changes by itself, if it is known.")
          @JsonDeserialize(using = ReadableText.Time.class)
          String until) {
    /** Returns the kind, where it closes a group whose turn it is. */
    public Optional<HoldKind> closing() {
      return Arrays.stream(HoldKind.values())
          .filter(of -> of.closes() && of.label().equals(kind))
          .findFirst();
    }

    /**
     * Formats {@code closed until 2026-11-30T21:00:00Z (nights)}, or {@code closed (check
     * error-budget)}: when a check is asked again does not say when it opens.
     */
    public String shortly() {
      if (HoldKind.CHECK.label().equals(kind)) {
        return "closed (check %s)".formatted(rule);
      }
      return "closed%s%s"
          .formatted(until == null ? "" : " until " + until, rule == null ? "" : " (" + rule + ")");
    }
  }

  /** Says what a check has been answered for a group (between-waves 3). */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Check(
      @JsonPropertyDescription("The name of the check.") String name,
      @JsonPropertyDescription("The group for which it was asked.") String group,
      @JsonPropertyDescription("before the group, or during its soak.") String stage,
      @JsonPropertyDescription("The last answer: passed, failed or wait.") String result,
      @JsonPropertyDescription("True once it has failed, until it passes.") Boolean failed,
      @JsonPropertyDescription("When it was asked the last time that it passed.")
          @JsonDeserialize(using = ReadableText.Time.class)
          String passedAt,
      @JsonPropertyDescription("What the last answer says.") String message,
      @JsonPropertyDescription("Who lets this rollout pass it.") String overriddenBy) {
    /** Returns what is stored of checks; null where nothing was answered. */
    public static List<Check> stored(List<CheckView> views) {
      return views.isEmpty() ? null : views.stream().map(Check::of).toList();
    }

    private static Check of(CheckView view) {
      return new Check(
          view.check(),
          view.group(),
          view.stage().label(),
          view.result().label(),
          view.failed() ? true : null,
          view.passedAt().map(Instant::toString).orElse(null),
          view.message().isEmpty() ? null : view.message(),
          view.override()
              .map(entry -> entry.by().map(Wording::person).orElse("unknown"))
              .orElse(null));
    }
  }

  /** Says how calendars stand to a rollout (between-waves 2). */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Schedule(
      @JsonPropertyDescription(
              "Whether every cluster that has not started may start, as far as calendars go.")
          boolean open,
      @JsonPropertyDescription("When that may change next, if it is known.")
          @JsonDeserialize(using = ReadableText.Time.class)
          String nextChange,
      @JsonPropertyDescription("Version of the time zone data of the worker.") String tzdb,
      @JsonPropertyDescription("Who lets this rollout pass, whatever calendars say.")
          String ignoredBy) {
    /** Returns what is stored of it; null where nothing restricts the rollout. */
    public static Schedule stored(Optional<ScheduleState> state) {
      return state
          .map(
              known ->
                  new Schedule(
                      known.open(),
                      known.nextChange().map(Instant::toString).orElse(null),
                      known.tzdb(),
                      known.ignored().map(Schedule::person).orElse(null)))
          .orElse(null);
    }

    private static String person(ScheduleTimes.Ignored ignored) {
      return ignored.by().map(Wording::person).orElse("unknown");
    }
  }

  /** Counts the clusters that keep what they have, enforced, until their turn (gate 7). */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Held(
      @JsonPropertyDescription("How many keep the version that they have until their turn.")
          long clusters,
      @JsonPropertyDescription("How many the rollout has.") long of,
      @JsonPropertyDescription(
              "Generation of the policy that they keep; absent where it is not known, or not the"
                  + " same for all of them.")
          Long generation) {
    /** Returns what is stored of them; null if none is held. */
    public static Held stored(Optional<HeldClusters> held) {
      return held.filter(some -> some.clusters() > 0)
          .map(some -> new Held(some.clusters(), some.of(), some.generation().orElse(null)))
          .orElse(null);
    }

    /** Returns what it says. */
    public HeldClusters counted() {
      return new HeldClusters(clusters, of, Optional.ofNullable(generation));
    }
  }

  /** Counts the successes by how well they are proved (rollout-strategy E8). */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Evidence(
      @JsonPropertyDescription("Successes by reports on this version.") long confirmed,
      @JsonPropertyDescription("Successes by the absence of other reports.") long weak) {}

  /** One cluster that needs attention, and why. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Issue(
      @JsonPropertyDescription("The cluster.") String cluster,
      @JsonPropertyDescription("The name of its decision group.") String groupName,
      @JsonPropertyDescription("OCM's status of the rollout on the cluster.") String status,
      @JsonPropertyDescription("Why it is listed, in one word.") String reason,
      @JsonPropertyDescription("Since when.") @JsonDeserialize(using = ReadableText.Time.class)
          String since,
      @JsonPropertyDescription("What was seen, and what to do.") String message,
      @JsonPropertyDescription("Whether its failure does not count.") boolean ignored) {
    public Issue {
      cluster = requireNonNullElse(cluster, "");
      groupName = requireNonNullElse(groupName, "");
      status = requireNonNullElse(status, "");
      reason = requireNonNullElse(reason, "");
    }
  }

  /** One approval; without a group name it concerns the ungrouped clusters. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Approval(
      @JsonPropertyDescription(
              "The name of the groups; absent: the clusters without a named group.")
          String groupName,
      @JsonPropertyDescription("Whether they may start.") boolean approved,
      @JsonPropertyDescription("Who approved: a person, or the manager of the field in the spec.")
          String by,
      @JsonPropertyDescription("When.") @JsonDeserialize(using = ReadableText.Time.class) String at,
      @JsonPropertyDescription("Mandatory, Spec, Record or Signal.") String how,
      @JsonPropertyDescription("What the person wrote.") String comment) {}

  /** A former attempt. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Former(
      @JsonPropertyDescription("The attempt.") String rolloutUID,
      @JsonPropertyDescription("Generation of the policy that it rolled out.") Long generation,
      @JsonPropertyDescription("How it ended.") String outcome,
      @JsonPropertyDescription("Why it ended.") String reason,
      @JsonPropertyDescription("When it began.") @JsonDeserialize(using = ReadableText.Time.class)
          String startedAt,
      @JsonPropertyDescription("When its outcome was decided.")
          @JsonDeserialize(using = ReadableText.Time.class)
          String endedAt,
      @JsonPropertyDescription(
              "Which of its groups were approved, and who said so; absent where that was not kept.")
          List<Approval> approvals,
      @JsonPropertyDescription(
              "Clusters that it listed last as UnstagedChange: they got a version of the policy"
                  + " before their turn. Absent where there were none.")
          List<String> unstagedChanges,
      @JsonPropertyDescription("How many of them are not listed, to keep the status small.")
          Long unstagedChangesOmitted) {
    /** Returns one whose approvals were not kept. */
    public Former(
        String rolloutUID,
        Long generation,
        String outcome,
        String reason,
        String startedAt,
        String endedAt) {
      this(rolloutUID, generation, outcome, reason, startedAt, endedAt, null, null, null);
    }
  }
}
