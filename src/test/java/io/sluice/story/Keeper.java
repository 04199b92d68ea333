package io.sluice.story;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.AttemptState;
import io.sluice.plan.Mode;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.upkeep.AttemptDue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Does what the keeper does while no run is open: starts attempts, and provides for newcomers. */
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
    if (hub.rollout.isEmpty()) {
      hub.rollout = Optional.of(new RolloutObject(hub.highestAttempt()));
    }
    Optional<AttemptDue> due =
        AttemptDue.judge(
            hub.root(),
            hub.rollout.map(RolloutObject::record),
            hub.fleet(),
            hub.highestAttempt(),
            false);
    if (due.isEmpty()) {
      provideForNewcomers(now);
    }
    return due.map(attempt -> begin(attempt, now));
  }

  /** Rollout-strategy 3.1: the override stays after the end, until there is a new version. */
  private void withdrawOverride() {
    boolean another = hub.rollout.orElseThrow().generation != hub.generation;
    if (hub.mode == Mode.BESIDE && another && hub.withdrawOverride()) {
      tell.accept("withdraw the override: generation %d is new".formatted(hub.generation));
    }
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
                AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR)
            .in(hub.mode, hub.informPolicy);
    withdrawOverride();
    hub.rollout.orElseThrow().claim(due.number(), uid, hub.generation);
    tell.accept("attempt %d begins as %s: %s".formatted(due.number(), uid, due.because()));
    return new Run(AttemptState.begin(spec, now), hub, disorder, tell);
  }

  /** Rollout-strategy 3.7: after the end, mode K gives newcomers a version directly. */
  private void provideForNewcomers(Instant now) {
    RolloutObject object = hub.rollout.orElseThrow();
    if (hub.mode == Mode.INFORM && !hub.atOnce()) {
      informNewcomers(object, now);
    } else if (!hub.tellsActions()) {
      giveNewcomersAVersion(object, now);
    }
  }

  private void giveNewcomersAVersion(RolloutObject object, Instant now) {
    Optional<Long> version = hub.atOnce() ? Optional.of(object.generation) : object.lastSuccessful;
    for (String cluster : version.isPresent() ? bare() : List.<String>of()) {
      give(cluster, version.get(), true, Dispatch.As.NEWCOMER, object, now);
      tell.accept("give %s v%d: it joined after the end".formatted(cluster, version.get()));
    }
  }

  private void informNewcomers(RolloutObject object, Instant now) {
    for (String cluster : bare()) {
      give(cluster, object.generation, false, Dispatch.As.PENDING, object, now);
      tell.accept(
          "give %s v%d as inform: it joined after the end".formatted(cluster, object.generation));
    }
  }

  private List<String> bare() {
    return hub.clusters().stream().filter(cluster -> !hub.replicas.containsKey(cluster)).toList();
  }

  private void give(
      String cluster,
      long version,
      boolean enforced,
      Dispatch.As as,
      RolloutObject object,
      Instant now) {
    hub.give(cluster, version, enforced, object.rolloutUid, object.attempt, as, now);
  }
}
