package io.sluice.control.rollout;

import io.sluice.control.run.LostRunReporter;
import io.sluice.control.run.Runs;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.settings.Settings;
import io.sluice.workflow.RolloutInput;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the run of a new attempt, or a run that continues the attempt of a lost one. */
public final class AttemptStarter {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);

  private final Runs runs;
  private final EventRecorder events;
  private final LostRunReporter losses;
  private final Settings settings;
  private final Clock clock;

  public AttemptStarter(Runs runs, EventRecorder events, Settings settings, Clock clock) {
    this.runs = runs;
    this.events = events;
    this.losses = new LostRunReporter(events);
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Starts the attempt that is due; false when a run is open already.
   *
   * @param states what each cluster has, for an attempt that goes on from there
   * @param again whether a run of it was started before, which cannot have claimed the object
   */
  boolean start(
      RootPolicy root,
      PolicyContext context,
      AttemptDue due,
      FleetView fleet,
      List<ReplicaState> states,
      boolean again) {
    boolean lost = due.kind() == AttemptDue.Kind.LOST;
    AttemptSpec spec =
        lost ? lostSpec(root, context, due, settings) : newSpec(root, context, due, settings);
    if (!runs.start(input(spec, context, due, fleet, states, settings, clock.instant()))) {
      return false;
    }
    if (lost) {
      losses.continued(context.rollout().orElseThrow(), due.number());
    } else if (again) {
      losses.unclaimed(context.rollout().orElseThrow(), due.number());
    } else {
      warnOfSettings(context, due);
    }
    LOG.info("attempt {} of policy {} starts: {}", due.number(), root.name(), due.because());
    return true;
  }

  /** Returns the input of the run that begins an attempt, or that goes on with a lost one. */
  public static RolloutInput input(
      AttemptSpec spec,
      PolicyContext context,
      AttemptDue due,
      FleetView fleet,
      List<ReplicaState> states,
      Settings settings,
      Instant now) {
    RolloutInput input = RolloutInput.of(spec, settings.rollouts(), context.declaredGroups());
    if (due.kind() == AttemptDue.Kind.NEW) {
      return input;
    }
    LastReportedStatus reported = context.rolloutStatus().orElseThrow().lastReported();
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

  /** Returns a new attempt, under a UID of its own. */
  public static AttemptSpec newSpec(
      RootPolicy root, PolicyContext context, AttemptDue due, Settings settings) {
    return spec(
        settings,
        root,
        context,
        UUID.randomUUID().toString(),
        due,
        context.version().orElseThrow(),
        context.strategy().hash());
  }

  /**
   * The lost run may have rolled out a former version; then the new run finds that out in its first
   * step, and closes as Superseded.
   */
  public static AttemptSpec lostSpec(
      RootPolicy root, PolicyContext context, AttemptDue due, Settings settings) {
    RolloutRecord record = context.rolloutStatus().orElseThrow().record(root.uid());
    String contentHash = context.version().orElseThrow().contentHash();
    return spec(
        settings,
        root,
        context,
        record.rolloutUid(),
        due,
        new PolicyVersion(root.uid(), record.generation(), contentHash),
        record.strategyHash());
  }

  private static AttemptSpec spec(
      Settings settings,
      RootPolicy root,
      PolicyContext context,
      String rolloutUid,
      AttemptDue due,
      PolicyVersion version,
      String strategyHash) {
    SettingsValidation accepted = context.acceptance().orElseThrow();
    return new AttemptSpec(
        root.name(),
        rolloutUid,
        due.number(),
        version,
        accepted.strategy().orElseThrow(),
        strategyHash,
        settings.soakFloor(),
        settings.weakSoakFloor(),
        accepted.mode(),
        accepted.informPolicy());
  }

  /** Reports odd settings, once per attempt and warning. */
  private void warnOfSettings(PolicyContext context, AttemptDue due) {
    EventSubject rollout = EventSubject.of(context.rollout().orElseThrow());
    context
        .acceptance()
        .orElseThrow()
        .warnings()
        .forEach(
            warning ->
                events.warning(
                    rollout, warning.reason(), warning.note(), "attempt " + due.number()));
  }
}
