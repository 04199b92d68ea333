package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.workflow.RolloutInput;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Builds the input of the run that begins an attempt, or that goes on with a lost one. */
public final class RolloutInputBuilder {
  private final AttemptSettings settings;

  public RolloutInputBuilder(AttemptSettings settings) {
    this.settings = requireNonNull(settings, "settings is null");
  }

  /**
   * Returns what a run is to carry out: a new attempt has a UID of its own.
   *
   * <p>A lost run may have rolled out a former version; then the new run finds that out in its
   * first step, and closes as Superseded.
   */
  public AttemptSpec spec(AttemptTarget target, DueInput input, AttemptDue due) {
    RootView root = input.root();
    SettingsValidation accepted = input.settings().orElseThrow();
    Optional<RolloutRecord> lost =
        input.record().filter(record -> due.kind() == AttemptDue.Kind.LOST);
    return new AttemptSpec(
        target.name(),
        lost.map(RolloutRecord::rolloutUid).orElseGet(() -> UUID.randomUUID().toString()),
        due.number(),
        lost.map(record -> carried(root.version(), record)).orElse(root.version()),
        accepted.strategy().orElseThrow(),
        lost.map(RolloutRecord::strategyHash).orElse(root.strategyHash()),
        settings.soakFloor(),
        settings.weakSoakFloor(),
        accepted.mode(),
        accepted.informPolicy());
  }

  private static PolicyVersion carried(PolicyVersion present, RolloutRecord record) {
    return new PolicyVersion(present.policyUid(), record.generation(), present.contentHash());
  }

  /** Returns the input of a run that carries out the attempt that is due. */
  public RolloutInput input(AttemptTarget target, DueInput input, AttemptDue due, Instant now) {
    return input(
        target,
        spec(target, input, due),
        input.fleet(),
        target.states(input.newcomers()),
        due,
        now);
  }

  /**
   * Returns the same for an attempt whose spec and states are known.
   *
   * @param states what each cluster has, for an attempt that goes on from there
   */
  public RolloutInput input(
      AttemptTarget target,
      AttemptSpec spec,
      FleetView fleet,
      List<ReplicaState> states,
      AttemptDue due,
      Instant now) {
    RolloutInput input = RolloutInput.of(spec, settings.rollouts(), target.declaredGroups());
    if (due.kind() == AttemptDue.Kind.NEW) {
      return input;
    }
    LastReportedStatus reported =
        target.rollout().map(RolloutStatusParser::of).orElseThrow().lastReported();
    String former = due.former().orElseThrow();
    return input.from(
        switch (due.kind()) {
          case NEW -> throw new IllegalStateException("a new attempt begins without a state");
          case LOST -> StateRecovery.of(spec, reported, fleet, states);
          // All but the newcomers have finished already (rollout-strategy 6.3).
          case SMALL_ROLLOUT -> StateRecovery.small(spec, former, reported, fleet, states, now);
          case RETRY_OF_FAILED ->
              StateRecovery.retryOfFailed(spec, former, reported, fleet, states, now);
        });
  }
}
