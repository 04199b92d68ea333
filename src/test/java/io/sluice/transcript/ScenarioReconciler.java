package io.sluice.transcript;

import io.sluice.lifecycle.AttemptDue;
import io.sluice.lifecycle.AttemptNumber;
import io.sluice.lifecycle.DueDecision;
import io.sluice.lifecycle.DueInput;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.PendingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Does what the keeper does while no run is open: makes the Rollout object, starts the attempt that
 * is due, else sees after the last one.
 */
final class ScenarioReconciler {
  private final ScenarioHub hub;
  private final ListShuffler disorder;
  private final Consumer<String> tell;
  private long uids;

  ScenarioReconciler(ScenarioHub hub, ListShuffler disorder, Consumer<String> tell) {
    this.hub = hub;
    this.disorder = disorder;
    this.tell = tell;
  }

  /** The run that it starts, if an attempt is due. */
  Optional<ScenarioRun> act(Instant now) {
    if (hub.generation == 0) {
      return Optional.empty();
    }
    AttemptNumber.toWrite(hub.rollout.map(ScenarioRollout::record), hub.highestAttempt())
        .ifPresent(number -> hub.rollout = Optional.of(new ScenarioRollout(number)));
    EndedAttemptUpdater after =
        new EndedAttemptUpdater(hub, new HubStateReader(hub, disorder), tell);
    DueDecision due = AttemptDue.judge(facts(after.newcomers()));
    if (due.attempt().isEmpty()) {
      after.provide(now);
      DueInput facts = facts(after.newcomers());
      after.tell(facts, AttemptDue.judge(facts), now);
    }
    return due.attempt().map(attempt -> begin(attempt, now));
  }

  private DueInput facts(List<String> newcomers) {
    SettingsValidation accepted =
        new SettingsValidation(
            Optional.of(hub.strategy),
            hub.mode,
            hub.informPolicy,
            Optional.empty(),
            List.of(),
            Optional.empty());
    return new DueInput(
        hub.root(),
        Optional.of(accepted),
        hub.rollout.map(ScenarioRollout::record),
        hub.fleet(),
        newcomers,
        hub.highestAttempt(),
        DueInput.Temporal.ANSWERS);
  }

  private ScenarioRun begin(AttemptDue due, Instant now) {
    String uid = "u" + ++uids;
    AttemptSpec spec =
        new AttemptSpec(
                new PolicyName("policies", "web"),
                uid,
                due.number(),
                hub.version(),
                hub.strategy,
                ScenarioHub.STRATEGY_HASH)
            .in(hub.mode, hub.informPolicy);
    AttemptState state = state(due, spec, now);
    withdrawOverride();
    hub.rollout.orElseThrow().claim(due.number(), uid, hub.generation);
    tell.accept("attempt %d begins as %s: %s".formatted(due.number(), uid, due.because()));
    return new ScenarioRun(state, hub, disorder, tell);
  }

  private AttemptState state(AttemptDue due, AttemptSpec spec, Instant now) {
    return switch (due.kind()) {
      case NEW -> AttemptState.begin(spec, now);
      case LOST -> throw new IllegalStateException("no story loses a run");
      case SMALL_ROLLOUT -> {
        HubStateReader told = new HubStateReader(hub, disorder);
        yield StateRecovery.small(
            spec, due.former().orElseThrow(), told.lastTold(), hub.fleet(), told.held(), now);
      }
    };
  }

  /** Rollout-strategy 3.1: the override stays after the end, until there is a new version. */
  private void withdrawOverride() {
    boolean another = hub.rollout.orElseThrow().generation != hub.generation;
    if (hub.mode == PendingMode.BESIDE && another && hub.withdrawOverride()) {
      tell.accept("withdraw the override: generation %d is new".formatted(hub.generation));
    }
  }
}
