package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.HubPicture;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.RolloutEvents;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.VersionContent;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.Held;
import io.sluice.plan.Rebuild;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.PolicyVersion;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.AttemptDue;
import io.sluice.upkeep.RolloutRecord;
import io.sluice.worker.Settings;
import io.sluice.workflow.RolloutInput;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the run of a new attempt, or a run that goes on where a lost one was. */
final class AttemptStarter {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);

  private final Runs runs;
  private final RolloutEvents events;
  private final Settings settings;
  private final Clock clock;

  AttemptStarter(Runs runs, RolloutEvents events, Settings settings, Clock clock) {
    this.runs = runs;
    this.events = events;
    this.settings = settings;
    this.clock = clock;
  }

  /** False when a run is open already. */
  boolean start(
      RootPolicy root, HubPicture picture, AttemptDue due, Map<String, KnownReplica> replicas) {
    Acceptance settings = picture.acceptance().orElseThrow();
    Strategy strategy = settings.strategy().orElseThrow();
    boolean started =
        switch (due.kind()) {
          case NEW -> begin(root, picture, strategy, due);
          case LOST -> goOn(root, picture, strategy, due, replicas);
          case SMALL_ROLLOUT -> complete(root, picture, strategy, due, replicas);
        };
    if (started) {
      warn(picture, settings, due);
      LOG.info("attempt {} of policy {} starts: {}", due.number(), root.name(), due.because());
    }
    return started;
  }

  private boolean begin(RootPolicy root, HubPicture picture, Strategy strategy, AttemptDue due) {
    AttemptSpec spec = fresh(root, picture, strategy, due);
    return runs.start(RolloutInput.of(spec, settings.rollouts(), picture.declaredGroups()));
  }

  /** Warns of odd settings, once per attempt and warning; a run that goes on has told already. */
  private void warn(HubPicture picture, Acceptance settings, AttemptDue due) {
    if (due.kind() == AttemptDue.Kind.LOST) {
      return;
    }
    GenericKubernetesResource rollout = picture.rollout().orElseThrow();
    settings
        .warnings()
        .forEach(
            warning ->
                events.warn(rollout, warning.reason(), warning.note(), "attempt " + due.number()));
  }

  /** A small rollout (rollout-strategy 6.3): everybody but the newcomers has finished already. */
  private boolean complete(
      RootPolicy root,
      HubPicture picture,
      Strategy strategy,
      AttemptDue due,
      Map<String, KnownReplica> replicas) {
    AttemptSpec spec = fresh(root, picture, strategy, due);
    RolloutReading former = RolloutReading.of(picture.rollout().orElseThrow());
    return runs.start(
        RolloutInput.of(spec, settings.rollouts(), picture.declaredGroups())
            .from(
                Rebuild.small(
                    spec,
                    due.former().orElseThrow(),
                    former.told(),
                    picture.fleet(replicas.keySet()),
                    held(root, picture, replicas),
                    clock.instant())));
  }

  private static List<Held> held(
      RootPolicy root, HubPicture picture, Map<String, KnownReplica> replicas) {
    PolicyVersion present = picture.version().orElseThrow();
    VersionContent content = picture.content(root.snapshot());
    return replicas.values().stream()
        .map(KnownReplica::replica)
        .map(replica -> content.held(replica, present))
        .toList();
  }

  private AttemptSpec fresh(
      RootPolicy root, HubPicture picture, Strategy strategy, AttemptDue due) {
    return spec(
        root,
        picture,
        UUID.randomUUID().toString(),
        due.number(),
        picture.version().orElseThrow(),
        strategy,
        picture.strategy().hash());
  }

  /**
   * The lost run's version may not be the present one; then the new run finds that out at its first
   * step, and closes as Superseded.
   */
  private boolean goOn(
      RootPolicy root,
      HubPicture picture,
      Strategy strategy,
      AttemptDue due,
      Map<String, KnownReplica> replicas) {
    GenericKubernetesResource rollout = picture.rollout().orElseThrow();
    RolloutReading reading = RolloutReading.of(rollout);
    RolloutRecord record = reading.record(root.uid());
    PolicyVersion version =
        new PolicyVersion(
            root.uid(), record.generation(), picture.version().orElseThrow().contentHash());
    AttemptSpec spec =
        spec(
            root,
            picture,
            record.rolloutUid(),
            due.number(),
            version,
            strategy,
            record.strategyHash());
    RolloutInput input =
        RolloutInput.of(spec, settings.rollouts(), picture.declaredGroups())
            .from(
                Rebuild.of(
                    spec,
                    reading.told(),
                    picture.fleet(replicas.keySet()),
                    held(root, picture, replicas)));
    boolean started = runs.start(input);
    if (started) {
      events.warn(
          rollout,
          "RunLost",
          "Temporal knows no open run of attempt %d, so it goes on in a new one from what stands on the hub. If somebody terminated it, use sluice abort or spec.paused instead."
              .formatted(due.number()),
          UUID.randomUUID().toString());
    }
    return started;
  }

  private AttemptSpec spec(
      RootPolicy root,
      HubPicture picture,
      String rolloutUid,
      long number,
      PolicyVersion version,
      Strategy strategy,
      String strategyHash) {
    Acceptance accepted = picture.acceptance().orElseThrow();
    return new AttemptSpec(
        root.name(),
        rolloutUid,
        number,
        version,
        strategy,
        strategyHash,
        settings.soakFloor(),
        settings.weakSoakFloor(),
        accepted.mode(),
        accepted.informPolicy());
  }
}
