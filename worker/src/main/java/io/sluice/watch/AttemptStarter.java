package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.Acceptance;
import io.sluice.hub.HubPicture;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.RolloutEvents;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.VersionContent;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.Mode;
import io.sluice.plan.Rebuild;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.PolicyVersion;
import io.sluice.upkeep.AttemptDue;
import io.sluice.upkeep.RolloutRecord;
import io.sluice.worker.Settings;
import io.sluice.workflow.RolloutInput;
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

  AttemptStarter(Runs runs, RolloutEvents events, Settings settings) {
    this.runs = runs;
    this.events = events;
    this.settings = settings;
  }

  /** False when a run is open already. */
  boolean start(
      RootPolicy root,
      HubPicture picture,
      Strategy strategy,
      AttemptDue due,
      Map<String, KnownReplica> replicas) {
    boolean started =
        due.resumed().isEmpty()
            ? begin(root, picture, strategy, due)
            : goOn(root, picture, strategy, due, replicas);
    if (started) {
      LOG.info("attempt {} of policy {} starts: {}", due.number(), root.name(), due.because());
    }
    return started;
  }

  private boolean begin(RootPolicy root, HubPicture picture, Strategy strategy, AttemptDue due) {
    AttemptSpec spec =
        spec(
            root,
            picture,
            UUID.randomUUID().toString(),
            due.number(),
            picture.version().orElseThrow(),
            strategy,
            picture.strategy().hash());
    return runs.start(RolloutInput.of(spec, settings.rollouts(), picture.declaredGroups()));
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
    PolicyVersion present = picture.version().orElseThrow();
    PolicyVersion version =
        new PolicyVersion(root.uid(), record.generation(), present.contentHash());
    VersionContent content = picture.content(root.snapshot());
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
                    replicas.values().stream()
                        .map(KnownReplica::replica)
                        .map(replica -> content.held(replica, present))
                        .toList()));
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
    return new AttemptSpec(
            root.name(),
            rolloutUid,
            number,
            version,
            strategy,
            strategyHash,
            settings.soakFloor(),
            settings.weakSoakFloor())
        .in(
            picture.acceptance().map(Acceptance::mode).orElse(Mode.KEEP_PREVIOUS),
            InformPolicy.is(root.snapshot().spec()));
  }
}
