package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.explain.ClusterPresent;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.forecast.Forecast;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rolls out one version of one policy: one chain of runs per attempt, with the workflow id {@code
 * rollout/<hub>/<namespace>/<policy>} ({@link io.sluice.rollout.lifecycle.HubName}).
 *
 * <p>The names in the annotations must not change: histories, URLs and scripts contain them.
 * Arguments that people write are taken as they come, and read by {@link RequestArgument}.
 */
@WorkflowInterface
public interface PolicyRolloutWorkflow {
  String TYPE = "PolicyRollout";
  String CLUSTERS_REPORTED = "clustersReported";
  String POLICY_CHANGED = "policyChanged";
  String FLEET_CHANGED = "fleetChanged";
  String ROLLOUT_CHANGED = "rolloutChanged";
  String LEDGER = "ledger";
  String ABSENT = "absent";
  String WHY = "why";
  String PLAN = "plan";

  /**
   * Runs the attempt until its outcome is set and no cluster is in flight.
   *
   * <p>With the outcome Failed the run fails with the failure type {@code RolloutFailed}.
   */
  @WorkflowMethod(name = TYPE)
  RolloutResult run(RolloutInput input);

  /**
   * Takes verdicts.
   *
   * @param attempt the one that they are for: another one drops them; null: whichever runs
   */
  @SignalMethod(
      name = CLUSTERS_REPORTED,
      description =
          "For Sluice itself: verdicts of clusters that changed. Example: {\"reports\":[]}")
  void clustersReported(ReportBatch batch, AttemptKey attempt);

  @SignalMethod(
      name = POLICY_CHANGED,
      description = "The policy was edited, disabled or deleted: look again. Takes no data")
  void policyChanged();

  /**
   * Has the run look again.
   *
   * @param departures which clusters have left, all of them; null: as before
   * @param attempt the one that they are for, as in {@link #clustersReported}
   * @param undone the repairs that are undone, all of them; null: as before
   */
  @SignalMethod(
      name = FLEET_CHANGED,
      description =
          "Placements or clusters changed: look again. For Sluice itself, with data: which clusters"
              + " have left, and which undo what is written. Takes no data otherwise")
  void fleetChanged(Departures departures, AttemptKey attempt, UndoneRepairs undone);

  @SignalMethod(
      name = ROLLOUT_CHANGED,
      description = "The spec of the Rollout object changed: look again. Takes no data")
  void rolloutChanged();

  @UpdateMethod(
      name = "approve",
      description = "Let a group go. Example: {\"group\":\"prod\",\"by\":\"your name\"}")
  RequestAnswer approve(RawValue approvalRequest);

  @UpdateValidatorMethod(updateName = "approve")
  void canApprove(RawValue approvalRequest);

  @SignalMethod(
      name = "approveGroup",
      description =
          "The same as the update approve, without an answer."
              + " Example: {\"group\":\"prod\",\"by\":\"your name\"}")
  void approveGroup(RawValue approvalRequest);

  @UpdateMethod(
      name = "revoke",
      description =
          "Take an approval back that was given by message."
              + " Example: {\"group\":\"prod\",\"by\":\"your name\"}")
  RequestAnswer revoke(RawValue approvalRequest);

  @UpdateValidatorMethod(updateName = "revoke")
  void canRevoke(RawValue approvalRequest);

  @SignalMethod(
      name = "revokeGroup",
      description =
          "The same as the update revoke, without an answer."
              + " Example: {\"group\":\"prod\",\"by\":\"your name\"}")
  void revokeGroup(RawValue approvalRequest);

  @UpdateMethod(
      name = "pause",
      description = "Start no more clusters for now. Example: {\"by\":\"your name\"}")
  RequestAnswer pause(RawValue request);

  @UpdateValidatorMethod(updateName = "pause")
  void canPause(RawValue request);

  @UpdateMethod(
      name = "resume",
      description = "Go on after a pause by message. Example: {\"by\":\"your name\"}")
  RequestAnswer resume(RawValue request);

  @UpdateValidatorMethod(updateName = "resume")
  void canResume(RawValue request);

  @UpdateMethod(
      name = "abort",
      description =
          "End the rollout; every cluster keeps what it has. Example: {\"by\":\"your name\"}")
  RequestAnswer abort(RawValue request);

  @UpdateValidatorMethod(updateName = "abort")
  void canAbort(RawValue request);

  @QueryMethod(
      name = "status",
      description = "Where the rollout stands and what it waits for. Takes no data")
  RunStatus status();

  @QueryMethod(
      name = LEDGER,
      description = "Where each cluster stands that has had its turn. Takes no data")
  Ledger ledger();

  @QueryMethod(
      name = ABSENT,
      description =
          "Which of its clusters no placement selects any more, and which undo what is written."
              + " Takes no data")
  AbsentMembers absent();

  @QueryMethod(
      name = WHY,
      description =
          "Where one cluster stands, what it waits for, and what happens next. Example:"
              + " \"cluster7\"")
  WhyAnswer why(RawValue cluster);

  @QueryMethod(
      name = PLAN,
      description =
          "How it goes on from where it stands, if every cluster reports at once. Takes no data")
  PlanAnswer plan();

  /** Carries changes of verdict from the controller, at most {@value #MOST_REPORTS} in a signal. */
  record ReportBatch(List<Report> reports) {
    public static final int MOST_REPORTS = 500;

    public ReportBatch {
      reports = List.copyOf(requireNonNullElse(reports, List.of()));
    }
  }

  /** Confirms a user's update, once the request is recorded. */
  record RequestAnswer(String message) {}

  /**
   * Answers the query {@code absent}: the members that the last coherent snapshot lacks and that
   * were not reported as departed, and the undone repairs that were reported last.
   */
  record AbsentMembers(
      AttemptRef attempt,
      List<String> clusters,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) UndoneRepairs undone) {
    public AbsentMembers {
      undone = requireNonNullElse(undone, UndoneRepairs.NONE);
      clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
    }
  }

  /** Lists the clusters that have had their turn, for the query {@code ledger}. */
  record Ledger(AttemptRef attempt, List<Row> rows) {
    public Ledger {
      rows = List.copyOf(requireNonNullElse(rows, List.of()));
    }

    static Ledger of(AttemptRef attempt, AttemptState state, Instant now) {
      ClusterTimers timers = new ClusterTimers(state.spec(), now);
      return new Ledger(
          attempt, state.clusters().stream().map(entry -> Row.of(entry, timers)).toList());
    }

    /** Returns the clusters that were written in their turn. */
    public Stream<Row> written() {
      return rows.stream().filter(row -> !row.status().equals(ClusterStatus.TO_APPLY.label()));
    }

    /**
     * Holds one cluster.
     *
     * @param status as OCM names it
     * @param ended whether the status is final: the soak is over, or the deadline has passed
     * @param soakUntil when its soak ends; absent where it is in none
     * @param deadline when it fails without a success; absent where no deadline runs
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Row(
        String cluster,
        String status,
        boolean ended,
        Optional<Instant> soakUntil,
        Optional<Instant> deadline) {
      public Row {
        soakUntil = requireNonNullElse(soakUntil, Optional.empty());
        deadline = requireNonNullElse(deadline, Optional.empty());
      }

      public Row(String cluster, String status, boolean ended) {
        this(cluster, status, ended, Optional.empty(), Optional.empty());
      }

      private static Row of(ClusterState entry, ClusterTimers timers) {
        return new Row(
            entry.cluster(),
            entry.stage().status().label(),
            entry.stage().isFinal(),
            timers.soakUntil(entry),
            timers.deadline(entry));
      }
    }
  }

  /**
   * Answers the query {@code why}: one of the two is there.
   *
   * @param error why there is no answer, and which names come near
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record WhyAnswer(AttemptRef attempt, Optional<ClusterPresent> cluster, Optional<String> error) {
    public WhyAnswer {
      cluster = requireNonNullElse(cluster, Optional.empty());
      error = requireNonNullElse(error, Optional.empty());
    }
  }

  /**
   * Answers the query {@code plan}.
   *
   * @param least the course if every cluster reports at once; absent until the first observation
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record PlanAnswer(AttemptRef attempt, Optional<Forecast> least) {
    public PlanAnswer {
      least = requireNonNullElse(least, Optional.empty());
    }
  }

  /**
   * Reports the state of a run, for the query {@code status}.
   *
   * @param progress absent until the first step
   * @param refusals the latest requests that were refused, newest last
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record RunStatus(AttemptRef attempt, Optional<Progress> progress, List<String> refusals) {
    public RunStatus {
      progress = requireNonNullElse(progress, Optional.empty());
      refusals = List.copyOf(requireNonNullElse(refusals, List.of()));
    }
  }
}
