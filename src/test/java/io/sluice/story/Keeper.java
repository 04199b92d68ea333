package io.sluice.story;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.AttemptState;
import io.sluice.plan.Mode;
import io.sluice.plan.Rebuild;
import io.sluice.policy.PolicyName;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.AttemptDue;
import io.sluice.upkeep.AttemptNumber;
import io.sluice.upkeep.Due;
import io.sluice.upkeep.DueFacts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Does what the keeper does while no run is open: makes the Rollout object, starts the attempt that
 * is due, else sees after the last one.
 */
final class Keeper {
  private final Hub hub;
  private final Disorder disorder;
  private final Consumer<String> tell;
  private long uids;

  Keeper(Hub hub, Disorder disorder, Consumer<String> tell) {
    this.hub = hub;
    this.disorder = disorder;
    this.tell = tell;
  }

  /** The run that it starts, if an attempt is due. */
  Optional<Run> act(Instant now) {
    if (hub.generation == 0) {
      return Optional.empty();
    }
    AttemptNumber.toWrite(hub.rollout.map(RolloutObject::record), hub.highestAttempt())
        .ifPresent(number -> hub.rollout = Optional.of(new RolloutObject(number)));
    AfterTheEnd after = new AfterTheEnd(hub, new ToldByTheHub(hub, disorder), tell);
    Due due = AttemptDue.judge(facts(after.newcomers()));
    if (due.attempt().isEmpty()) {
      after.provide(now);
      DueFacts facts = facts(after.newcomers());
      after.tell(facts, AttemptDue.judge(facts), now);
    }
    return due.attempt().map(attempt -> begin(attempt, now));
  }

  private DueFacts facts(List<String> newcomers) {
    Acceptance accepted =
        new Acceptance(
            Optional.of(hub.strategy),
            hub.mode,
            hub.informPolicy,
            Optional.empty(),
            List.of(),
            Optional.empty());
    return new DueFacts(
        hub.root(),
        Optional.of(accepted),
        hub.rollout.map(RolloutObject::record),
        hub.fleet(),
        newcomers,
        hub.highestAttempt(),
        DueFacts.Temporal.ANSWERS);
  }

  private Run begin(AttemptDue due, Instant now) {
    String uid = "u" + ++uids;
    AttemptSpec spec =
        new AttemptSpec(
            new PolicyName("policies", "web"),
            uid,
            due.number(),
            hub.version(),
            hub.strategy,
            Hub.STRATEGY_HASH,
            AttemptSpec.DEFAULT_SOAK_FLOOR,
            AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR,
            hub.mode,
            hub.informPolicy);
    AttemptState state = state(due, spec, now);
    withdrawOverride();
    hub.rollout.orElseThrow().claim(due.number(), uid, hub.generation);
    tell.accept("attempt %d begins as %s: %s".formatted(due.number(), uid, due.because()));
    return new Run(state, hub, disorder, tell);
  }

  private AttemptState state(AttemptDue due, AttemptSpec spec, Instant now) {
    return switch (due.kind()) {
      case NEW -> AttemptState.begin(spec, now);
      case LOST -> throw new IllegalStateException("no story loses a run");
      case SMALL_ROLLOUT -> {
        ToldByTheHub told = new ToldByTheHub(hub, disorder);
        yield Rebuild.small(
            spec, due.former().orElseThrow(), told.lastTold(), hub.fleet(), told.held(), now);
      }
    };
  }

  /** Rollout-strategy 3.1: the override stays after the end, until there is a new version. */
  private void withdrawOverride() {
    boolean another = hub.rollout.orElseThrow().generation != hub.generation;
    if (hub.mode == Mode.BESIDE && another && hub.withdrawOverride()) {
      tell.accept("withdraw the override: generation %d is new".formatted(hub.generation));
    }
  }
}
