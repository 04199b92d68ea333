package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.RolloutEvents;
import io.sluice.lifecycle.AttemptDue;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.settings.Settings;
import io.sluice.strategy.Strategy;
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
      RootPolicy root, PolicyContext picture, AttemptDue due, Map<String, CachedReplica> replicas) {
    SettingsValidation settings = picture.acceptance().orElseThrow();
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

  private boolean begin(RootPolicy root, PolicyContext picture, Strategy strategy, AttemptDue due) {
    AttemptSpec spec = fresh(root, picture, strategy, due);
    return runs.start(RolloutInput.of(spec, settings.rollouts(), picture.declaredGroups()));
  }

  /** Warns of odd settings, once per attempt and warning; a run that goes on has told already. */
  private void warn(PolicyContext picture, SettingsValidation settings, AttemptDue due) {
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
      PolicyContext picture,
      Strategy strategy,
      AttemptDue due,
      Map<String, CachedReplica> replicas) {
    AttemptSpec spec = fresh(root, picture, strategy, due);
    RolloutStatusParser former = RolloutStatusParser.of(picture.rollout().orElseThrow());
    return runs.start(
        RolloutInput.of(spec, settings.rollouts(), picture.declaredGroups())
            .from(
                StateRecovery.small(
                    spec,
                    due.former().orElseThrow(),
                    former.told(),
                    picture.fleet(replicas.keySet()),
                    held(root, picture, replicas),
                    clock.instant())));
  }

  private static List<ReplicaState> held(
      RootPolicy root, PolicyContext picture, Map<String, CachedReplica> replicas) {
    PolicyVersion present = picture.version().orElseThrow();
    VersionContent content = picture.content(root.snapshot());
    return replicas.values().stream()
        .map(CachedReplica::replica)
        .map(replica -> content.held(replica, present))
        .toList();
  }

  private AttemptSpec fresh(
      RootPolicy root, PolicyContext picture, Strategy strategy, AttemptDue due) {
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
      PolicyContext picture,
      Strategy strategy,
      AttemptDue due,
      Map<String, CachedReplica> replicas) {
    GenericKubernetesResource rollout = picture.rollout().orElseThrow();
    RolloutStatusParser reading = RolloutStatusParser.of(rollout);
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
                StateRecovery.of(
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
      PolicyContext picture,
      String rolloutUid,
      long number,
      PolicyVersion version,
      Strategy strategy,
      String strategyHash) {
    SettingsValidation accepted = picture.acceptance().orElseThrow();
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
