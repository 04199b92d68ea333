package io.sluice.simulation;

import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Stage;
import java.util.Optional;

/** Checks every write of a run that reached the hub: I8, I11, I12, I13, I15, I21, I23. */
final class WriteChecks {
  private final AttemptLog log;
  private final ModelHub hub;
  private final ReplicaWrite write;
  private final StepView asked;
  private final CoverageCounter coverage;

  private WriteChecks(
      AttemptLog log, ModelHub hub, ReplicaWrite write, StepView asked, CoverageCounter coverage) {
    this.coverage = coverage;
    this.log = log;
    this.hub = hub;
    this.write = write;
    this.asked = asked;
  }

  static void of(AttemptLog log, ModelHub hub, ReplicaWrite write, CoverageCounter coverage) {
    Invariant.I12.holds(log.last.isPresent(), () -> "a run that took no step writes " + write);
    WriteChecks checks = new WriteChecks(log, hub, write, log.last.get(), coverage);
    checks.any();
    switch (write.cause()) {
      case DISPATCH -> checks.dispatch();
      case PROVIDE -> checks.provide();
      case TAKE_BACK -> checks.takeBack();
      default -> throw new IllegalStateException("a run writes " + write);
    }
  }

  private void any() {
    Invariant.I12.holds(
        hub.rollout()
            .filter(object -> object.rolloutUid.equals(log.spec.rolloutUid()))
            .filter(object -> object.attempt == log.spec.number())
            .isPresent(),
        () -> "without the claim: " + write);
    Invariant.I11.holds(
        asked.groupOf.containsKey(write.cluster()), () -> "to a removed cluster: " + write);
    Invariant.I21.holds(
        write.after().isPresent() || write.cause() == ReplicaWrite.Cause.TAKE_BACK,
        () -> "a run deletes " + write);
  }

  private void dispatch() {
    Optional<ClusterState> entry = asked.entry(write.cluster());
    boolean again = asked.gone(write.cluster());
    if (again) {
      coverage.saw(CoverageItem.WRITTEN_AGAIN);
    }
    if (write.before().filter(held -> held.attempt() > log.spec.number()).isPresent()) {
      coverage.saw(CoverageItem.FORGED_NUMBER);
    }
    Invariant.I15.holds(
        again || entry.filter(held -> held.stage() == Stage.STARTED).isPresent(),
        () -> "its turn has not come, or is over: " + entry);
    Invariant.UNAPPROVED.holds(
        asked.allAtOnce() || log.approvedStarts.contains(write.cluster()) || recovered(entry),
        () -> "its group was never approved: " + write);
    Invariant.I8.holds(
        again || asked.step.state().outcome().isEmpty() && asked.step.state().breach().isEmpty(),
        () -> "after the end: " + write);
    Invariant.I23.holds(asked.hub.refusal().isEmpty(), () -> "under refused settings: " + write);
    Invariant.I13.holds(
        log.dispatchWrites.add(write.cluster()), () -> "written a second time: " + write);
    ModelReplica after = write.after().orElseThrow();
    boolean own = after.content().equals(log.spec.version().contentHash());
    Invariant.I15.holds(
        !after.pending() && (own || log.spec.mode() == PendingMode.BESIDE),
        () -> "not the attempt's version: " + write);
  }

  /** Its start may have been lost with a run that had not written its status. */
  private boolean recovered(Optional<ClusterState> entry) {
    return entry
        .map(ClusterState::cluster)
        .map(log.clusters::get)
        .filter(known -> known.group.isEmpty())
        .isPresent();
  }

  private void provide() {
    Invariant.I15.holds(
        asked.entry(write.cluster()).isEmpty()
            || asked.gone(write.cluster())
            || asked.entry(write.cluster()).filter(held -> held.dispatched() == 0).isPresent(),
        () -> "it was started already: " + write);
    ModelReplica after = write.after().orElseThrow();
    if (log.spec.mode() == PendingMode.INFORM) {
      coverage.saw(CoverageItem.PROVIDED_INFORM);
      Invariant.I15.holds(
          after.carries(log.spec.version().contentHash(), true), () -> "not as inform: " + write);
      Invariant.I15.holds(
          write.before().filter(held -> held.content().equals(after.content())).isEmpty(),
          () -> "it has this content already: " + write);
    } else {
      coverage.saw(CoverageItem.PROVIDED_LAST_SUCCESSFUL);
      Invariant.I15.holds(
          log.spec.mode() == PendingMode.KEEP_PREVIOUS && write.before().isEmpty(),
          () -> "it had a version: " + write);
      Invariant.I15.holds(
          after.carries(lastSuccessful().orElse(""), false),
          () -> "not the last successful version: " + write);
    }
  }

  private Optional<String> lastSuccessful() {
    return hub.rollout()
        .flatMap(object -> object.lastSuccessful)
        .map(version -> version.contentHash());
  }

  /** Beside the propagator an edit reaches clusters that are enforced already. */
  private boolean edited() {
    return asked
        .hub
        .root()
        .filter(root -> !root.deleting())
        .filter(root -> root.version().generation() != log.spec.version().generation())
        .isPresent();
  }

  /** Returns whether the status on the hub shows that the cluster has failed, and the outcome. */
  private boolean reported(String cluster) {
    return hub.rollout()
        .filter(object -> object.outcome.equals(Optional.of(Outcome.FAILED)))
        .flatMap(object -> object.reported)
        .filter(
            progress ->
                progress.exceptions().stream()
                    .anyMatch(
                        issue ->
                            issue.cluster().equals(cluster) && issue.status().equals("TimeOut")))
        .isPresent();
  }

  private void takeBack() {
    Optional<ClusterState> entry = asked.entry(write.cluster());
    boolean breached = asked.step.state().breach().isPresent();
    boolean unstaged = log.spec.mode() == PendingMode.BESIDE && edited();
    coverage.saw(
        write.after().isPresent() ? CoverageItem.TAKEN_BACK : CoverageItem.TAKEN_BACK_BY_DELETING);
    Invariant.I8.holds(
        unstaged || breached && entry.filter(held -> held.stage() == Stage.TIMED_OUT).isPresent(),
        () -> "taken back without a reason: %s, %s".formatted(write, entry));
    ClusterLog known = log.clusters.get(write.cluster());
    Invariant.I8.holds(
        unstaged
            || known == null
            || known.trusted
            || !known.hasNegative() && !known.hasPositive(true),
        () -> "taken back though it has answered: " + write);
    Invariant.LOST_STATE.holds(
        unstaged || reported(write.cluster()), () -> "taken back before its end stands: " + write);
    if (write.after().isEmpty()) {
      Invariant.I21.holds(
          lastSuccessful().isEmpty()
              && write
                  .before()
                  .flatMap(ModelReplica::madeBy)
                  .equals(Optional.of(log.spec.rolloutUid())),
          () -> "this dispatch did not create it: " + write);
    }
  }
}
