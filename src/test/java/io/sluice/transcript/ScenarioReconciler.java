package io.sluice.transcript;

import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.SettingsValidation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Simulates the reconciler of a policy without an open run: creates the Rollout object and starts
 * the attempt that is due, or updates the status of the last one.
 */
final class ScenarioReconciler {
  private final ScenarioHub hub;
  private final ListShuffler shuffler;
  private final Consumer<String> log;
  private long uids;

  ScenarioReconciler(ScenarioHub hub, ListShuffler shuffler, Consumer<String> log) {
    this.hub = hub;
    this.shuffler = shuffler;
    this.log = log;
  }

  /** Returns the run that it starts, if an attempt is due. */
  Optional<ScenarioRun> reconcile(Instant now) {
    if (hub.generation == 0) {
      return Optional.empty();
    }
    if (hub.rollout.isEmpty()) {
      hub.rollout = Optional.of(new ScenarioRollout(hub.highestAttempt()));
    }
    EndedAttemptUpdater updater =
        new EndedAttemptUpdater(hub, new HubStateReader(hub, shuffler), log);
    DueDecision due = AttemptDue.judge(input(updater.newcomers()));
    if (due.attempt().isEmpty()) {
      updater.provide(now);
      DueInput input = input(updater.newcomers());
      updater.report(input, AttemptDue.judge(input), now);
    }
    return due.attempt().map(attempt -> begin(attempt, now));
  }

  private DueInput input(List<String> newcomers) {
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
    log.accept("attempt %d begins as %s: %s".formatted(due.number(), uid, due.because()));
    return new ScenarioRun(state, hub, shuffler, log);
  }

  private AttemptState state(AttemptDue due, AttemptSpec spec, Instant now) {
    return switch (due.kind()) {
      case NEW -> AttemptState.begin(spec, now);
      case LOST -> throw new IllegalStateException("no scenario loses a run");
      case RETRY_OF_FAILED -> throw new IllegalStateException("no scenario retries a part");
      case SMALL_ROLLOUT -> {
        HubStateReader reader = new HubStateReader(hub, shuffler);
        yield StateRecovery.small(
            spec,
            due.former().orElseThrow(),
            reader.lastReported(),
            hub.fleet(),
            reader.replicaStates(),
            now);
      }
    };
  }

  /** Rollout-strategy 3.1: the override stays after the end, until there is a new version. */
  private void withdrawOverride() {
    boolean another = hub.rollout.orElseThrow().generation != hub.generation;
    if (hub.mode == PendingMode.BESIDE && another && hub.withdrawOverride()) {
      log.accept("withdraw the override: generation %d is new".formatted(hub.generation));
    }
  }
}
