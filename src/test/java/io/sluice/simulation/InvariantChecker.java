package io.sluice.simulation;

import io.sluice.oracle.SelectionCheck;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks every step and every write of a simulation against the invariants of rollout-strategy 7,
 * with logs of its own.
 *
 * <p>{@link StartChecks}, {@link EvidenceChecks}, {@link OutcomeChecks}, {@link ProgressChecks} and
 * {@link PurityChecks} check steps, {@link WriteChecks} what reached the hub, {@link
 * RecoveryChecks} attempts whose run was lost.
 */
final class InvariantChecker implements WriteListener {
  private final Simulation simulation;
  private final ModelFleet fleet;
  private final CoverageCounter coverage;
  private final Map<String, AttemptLog> logs = new HashMap<>();
  private final Set<String> uids = new HashSet<>();
  private final Set<String> followed = new HashSet<>();

  InvariantChecker(Simulation simulation, ModelFleet fleet, CoverageCounter coverage) {
    this.simulation = simulation;
    this.fleet = fleet;
    this.coverage = coverage;
  }

  /** A run of a new attempt has begun, with a log of its own. */
  AttemptLog begun(AttemptSpec spec) {
    mayBegin(spec);
    AttemptLog log = new AttemptLog(spec);
    logs.put(spec.rolloutUid(), log);
    return log;
  }

  private void mayBegin(AttemptSpec spec) {
    Invariant.DELETING.holds(
        simulation.hub().root().filter(ModelRoot::deleting).isEmpty(),
        () -> "attempt %d begins".formatted(spec.number()));
  }

  /** A run took a step. */
  void stepped(AttemptLog log, AttemptState before, Observation seen, Step step, Instant now) {
    Set<String> members = StepView.members(before, seen.hub());
    log.enter(seen, members, now);
    StepView view = new StepView(log, before, seen, step, now);
    for (String cluster : view.entries.keySet()) {
      log.clusters.computeIfAbsent(
          cluster, name -> new ClusterLog(Optional.of(view.groupOf.get(name))));
    }
    abortInSpec(log, view);
    StartChecks.of(view);
    CalendarChecks.of(view, simulation.hub().calendar(), coverage);
    AnswerChecks.of(view, simulation.hub().check(), coverage);
    QuorumChecks.of(view, coverage);
    ProgressChecks.of(view, members, fleet);
    EvidenceChecks.of(view, coverage);
    OutcomeChecks.of(view);
    CompanyChecks.of(view, fleet);
    PurityChecks.of(view, simulation.stepFunction(), coverage);
    SelectionCheck.hold(before, seen.hub(), step, now);
    count(view);
    log.last = Optional.of(view);
  }

  /** The spec aborts an attempt that has no outcome, and no other attempt. */
  private void abortInSpec(AttemptLog log, StepView view) {
    boolean asked =
        view.hub.claim() == HubSnapshot.ClaimState.HELD
            && view.overtaken().isEmpty()
            && view.hub.intent().abort().stream()
                .anyMatch(abort -> abort.rolloutUid().equals(log.spec.rolloutUid()));
    if (asked && log.outcome.isEmpty()) {
      log.aborted = true;
      log.outcome = Optional.of(Outcome.ABORTED);
      coverage.saw(CoverageItem.ABORTED_IN_SPEC);
    }
  }

  private void count(StepView view) {
    StepCoverage.of(view).forEach(coverage::saw);
  }

  /** A request by message was granted. */
  void asked(AttemptLog log, ModelRequest ask, String group) {
    log.asked = true;
    switch (ask) {
      case APPROVE -> {
        log.messages.add(group);
        log.granted.add(group);
        log.everGranted.add(group);
      }
      case REVOKE -> {
        log.messages.remove(group);
        log.granted.remove(group);
      }
      case PAUSE -> log.pausedByMessage = true;
      case RESUME -> log.pausedByMessage = false;
      case ABORT -> {
        log.aborted = true;
        log.outcome = log.outcome.or(() -> Optional.of(Outcome.ABORTED));
      }
    }
  }

  /** The run of an attempt was lost; another one continues in this state. */
  AttemptLog recovered(AttemptState state, ModelRollout object) {
    mayBegin(state.spec());
    AttemptLog former = logs.get(state.spec().rolloutUid());
    RecoveryChecks.of(former, simulation.hub(), state, object);
    AttemptLog log = new AttemptLog(state.spec());
    log.goOn(former, state);
    log.goOn(former);
    // What was withdrawn and not yet reported went with the run.
    object.reported.ifPresent(
        last ->
            last.approvals().stream()
                .filter(given -> given.how().equals("Signal"))
                .map(given -> given.groupName().orElse(""))
                .filter(log.everGranted::contains)
                .forEach(log.granted::add));
    logs.put(state.spec().rolloutUid(), log);
    return log;
  }

  /**
   * A small rollout begins, or a retry: clusters that finished in the former attempt are carried
   * over. Approvals by message hold for a small rollout alone (rollout-strategy A5).
   */
  AttemptLog completes(AttemptState state, String formerUid, boolean retry) {
    mayBegin(state.spec());
    AttemptLog former = logs.get(formerUid);
    RecoveryChecks.carriedOver(former, state);
    AttemptLog log = new AttemptLog(state.spec());
    log.goOn(former, state);
    log.dispatchWrites.clear();
    if (!state.groups().isEmpty()) {
      log.indexed = Optional.of(CompanyChecks.indexed(simulation.hub().fleetView()));
    }
    if (!retry) {
      log.granted.addAll(former.granted);
    }
    logs.put(state.spec().rolloutUid(), log);
    return log;
  }

  @Override
  public void wrote(ReplicaWrite write, Instant now) {
    simulation.note(
        "    %s of %s: %s -> %s"
            .formatted(
                write.cause(),
                write.cluster(),
                write.before().map(ModelReplica::hash).orElse("none"),
                write.after().map(ModelReplica::hash).orElse("none")));
    if (write.by().isPresent()) {
      WriteChecks.of(write.by().get(), simulation.hub(), write, coverage);
    }
    if (write.after().isEmpty() && write.by().isEmpty()) {
      // Deleted: if it returns, it is dispatched again.
      logs.values().forEach(log -> log.dispatchWrites.remove(write.cluster()));
    }
  }

  @Override
  public void claimed(AttemptSpec spec, long formerNumber, String formerUid, boolean goesOn) {
    Invariant.I12.holds(
        goesOn ? formerNumber == spec.number() : formerNumber == spec.number() - 1,
        () -> "attempt %d takes over from %d".formatted(spec.number(), formerNumber));
    Invariant.I20.holds(
        uids.add(spec.rolloutUid()) || goesOn, () -> "used before: " + spec.rolloutUid());
    Invariant.I20.holds(
        goesOn || formerUid.isEmpty() || followed.add(formerUid),
        () -> "two attempts follow " + formerUid);
  }

  @Override
  public void published(
      AttemptLog log, ModelRollout object, Optional<PolicyVersion> formerSuccess) {
    log.reported = log.last.map(view -> view.groups).orElse(Map.of());
    log.left.clear();
    boolean changed = !object.lastSuccessful.equals(formerSuccess);
    Invariant.I22.holds(
        !changed || object.outcome.equals(Optional.of(Outcome.SUCCEEDED)),
        () ->
            "lastSuccessful became %s at outcome %s"
                .formatted(object.lastSuccessful, object.outcome));
    if (changed) {
      coverage.saw(CoverageItem.LAST_SUCCESSFUL);
    }
  }

  /** A run closed. */
  void closed(AttemptState state) {
    state.outcome().ifPresent(end -> coverage.saw(CoverageItem.valueOf("OUTCOME_" + end.name())));
  }

  /** No run is open, and none is due. */
  void atRest() {
    Optional<ModelRollout> object = simulation.hub().rollout();
    Invariant.I19.holds(
        object.filter(known -> known.outcome.isPresent() && !known.runOpen).isPresent(),
        () -> "at rest, the attempt has no outcome");
  }
}
