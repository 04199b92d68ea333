package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.check.CheckView;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.HeldClusters;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.RequestState.RecordedRequest;
import io.sluice.schedule.ScheduleState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reports the progress of an attempt: the source of the Rollout's status, of Temporal's details and
 * of the command line (rollout-strategy 5).
 *
 * @param rolloutStatus OCM's status of the whole (rollout-strategy 1.4); absent without clusters
 * @param waitingFor one sentence; empty only when Done
 * @param nextCheckAt when time alone may change something
 * @param confirmed successes on evidence of this version
 * @param weak successes on weak evidence
 * @param exceptionsOmitted how many exceptions are not listed
 * @param paused whether it is paused by message
 * @param requests the latest requests by message, newest last
 * @param next what happens after the end, or what a person can do; absent before it
 * @param refused whether it waits for valid settings, also while it is paused
 * @param held how many clusters the gate holds; absent where none stages the policy
 * @param noCluster whether it waits for a cluster, as none is selected
 * @param schedule how calendars stand to it; absent where none restricts it, and after the outcome
 * @param checks what checks have been answered, at most {@value #MOST_CHECKS}
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
    boolean paused,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RecordedRequest> requests,
    Optional<String> next,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean refused,
    Optional<HeldClusters> held,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean noCluster,
    Optional<ScheduleState> schedule,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CheckView> checks) {
  /** The longest list of checks. */
  public static final int MOST_CHECKS = 100;

  public Progress {
    groups = List.copyOf(requireNonNullElse(groups, List.of()));
    exceptions = List.copyOf(requireNonNullElse(exceptions, List.of()));
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
    requests = List.copyOf(requireNonNullElse(requests, List.of()));
    next = requireNonNullElse(next, Optional.empty());
    held = requireNonNullElse(held, Optional.empty());
    schedule = requireNonNullElse(schedule, Optional.empty());
    checks = List.copyOf(requireNonNullElse(checks, List.of()));
  }

  /** Holds a progress without requests, and with nothing to do next. */
  public Progress(
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
    this(
        rolloutStatus,
        phase,
        outcome,
        waitingFor,
        startedAt,
        endedAt,
        nextCheckAt,
        groups,
        counts,
        confirmed,
        weak,
        exceptions,
        exceptionsOmitted,
        approvals,
        paused,
        List.of(),
        Optional.empty(),
        false,
        Optional.empty(),
        false,
        Optional.empty(),
        List.of());
  }

  /**
   * Summarizes what the attempt waits for in a few words, for lists; empty only when Done.
   *
   * <p>It contains no numbers and no times, so that it changes only when the cause does.
   */
  public String waitSummary() {
    return switch (phase) {
      case DONE -> "";
      case HALTED -> "another version, or a retry";
      case PAUSED -> "resume";
      case PENDING -> noCluster ? "clusters" : "settings or placements in order";
      case PROGRESSING ->
          labels("compliance of ", group -> group.counts().progressing() > 0, notInFlight());
      case SOAKING -> labels("soak of ", group -> group.counts().soaking() > 0, "the next step");
      case WAITING_FOR_APPROVAL ->
          labels(
              "approval of ",
              group -> !group.approved() && group.counts().toApply() > 0,
              "approval");
    };
  }

  /** Returns whether nothing is in flight, and the calendar keeps clusters from starting. */
  public boolean heldByCalendar() {
    return closed(HoldKind.CALENDAR);
  }

  /** Returns whether nothing is in flight, and this kind of hold keeps clusters from starting. */
  public boolean closed(HoldKind kind) {
    return phase == Phase.PROGRESSING
        && counts.progressing() == 0
        && groups.stream().anyMatch(group -> group.closedBy(kind));
  }

  private String notInFlight() {
    return labels(
        "the calendar of ",
        group -> group.closedBy(HoldKind.CALENDAR),
        labels("the checks of ", group -> group.closedBy(HoldKind.CHECK), "the next step"));
  }

  private String labels(String what, Predicate<Group> which, String otherwise) {
    List<String> labels = groups.stream().filter(which).map(Group::label).toList();
    return labels.isEmpty() ? otherwise : what + Wording.names(labels);
  }

  /**
   * One decision group, in rollout order.
   *
   * @param inform what the clusters show that have the version as inform until their turn; absent
   *     where there are none, and once the outcome is decided
   * @param holds why its clusters may not start yet, in the order in which they are asked; what
   *     holds all groups alike is not listed (between-waves H1)
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Group(
      GroupKey key,
      boolean approved,
      long failuresTolerated,
      Counts counts,
      Optional<InformCounts> inform,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<GroupHold> holds) {
    public Group {
      inform = requireNonNullElse(inform, Optional.empty());
      holds = List.copyOf(requireNonNullElse(holds, List.of()));
    }

    public Group(
        GroupKey key,
        boolean approved,
        long failuresTolerated,
        Counts counts,
        Optional<InformCounts> inform) {
      this(key, approved, failuresTolerated, counts, inform, List.of());
    }

    public Group(GroupKey key, boolean approved, long failuresTolerated, Counts counts) {
      this(key, approved, failuresTolerated, counts, Optional.empty());
    }

    /** Returns what its clusters wait for first; empty if they may start. */
    public Optional<GroupHold> hold() {
      return holds.stream().findFirst();
    }

    /** Returns what it waits for though it is its turn: a calendar or a check. */
    public Optional<GroupHold> closed() {
      return hold().filter(hold -> hold.kind().closes());
    }

    /** Returns whether it is its turn, and it waits for that. */
    public boolean closedBy(HoldKind kind) {
      return closed().filter(hold -> hold.kind() == kind).isPresent();
    }

    /** Returns the name of the group, or its index if it has none. */
    public String label() {
      return key.label();
    }
  }

  /**
   * Counts what the clusters of a group report that are not started and have the version as inform
   * until their turn, ignored ones included. Nothing of it is a success (rollout-strategy 6.3).
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record InformCounts(
      @JsonPropertyDescription("They comply with this version already.") long comply,
      @JsonPropertyDescription("They are NonCompliant: enforcing would change them.")
          long wouldChange,
      @JsonPropertyDescription("They have not reported on this version yet.") long notReported) {
    /** Counts clusters that are not started. */
    public static InformCounts of(Collection<PendingCluster> waiting) {
      long comply = waiting.stream().filter(PendingCluster::complies).count();
      long wouldChange = waiting.stream().filter(PendingCluster::wouldChange).count();
      return new InformCounts(comply, wouldChange, waiting.size() - comply - wouldChange);
    }

    public long clusters() {
      return comply + wouldChange + notReported;
    }

    /** Formats {@code 12 would be changed, 3 comply already, 2 have not reported}. */
    public String text() {
      List<String> parts = new ArrayList<>();
      if (wouldChange > 0) {
        parts.add(wouldChange + " would be changed");
      }
      if (comply > 0) {
        parts.add(comply + (comply == 1 ? " complies already" : " comply already"));
      }
      if (notReported > 0) {
        parts.add(notReported + (notReported == 1 ? " has not reported" : " have not reported"));
      }
      return String.join(", ", parts);
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
