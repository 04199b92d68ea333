package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.connection.ConnectionFailure;
import io.sluice.control.queue.NextPass;
import io.sluice.control.run.HubNameTakenException;
import io.sluice.control.run.LostRunReporter;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.RunLiveness;
import io.sluice.control.run.Runs;
import io.sluice.control.run.StartThrottle;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether an attempt is due, and starts its run, or one that goes on with the attempt of a
 * lost run (rollout-strategy 3.2, "Due").
 */
public final class AttemptStarter {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);
  private static final Duration WAIT_POLL = Duration.ofSeconds(5);

  private final Runs runs;
  private final EventRecorder events;
  private final RolloutObjects objects;
  private final RunLiveness liveness;
  private final OrphanedRuns orphans;
  private final LostRunReporter losses;
  private final RolloutInputBuilder inputs;
  private final StartThrottle starts = new StartThrottle();

  /**
   * Creates it.
   *
   * @param orphans expects every run that was started
   */
  public AttemptStarter(
      Runs runs,
      EventRecorder events,
      RolloutObjects objects,
      RunLiveness liveness,
      OrphanedRuns orphans,
      AttemptSettings settings) {
    this.runs = runs;
    this.events = events;
    this.objects = objects;
    this.liveness = liveness;
    this.orphans = orphans;
    this.losses = new LostRunReporter(events);
    this.inputs = new RolloutInputBuilder(settings);
  }

  /**
   * Holds what was decided.
   *
   * @param again when to decide again, whatever happens; empty: when something changes
   * @param unreachable why Temporal could not be asked, or took no run
   */
  public record Decided(
      DueInput input,
      DueDecision due,
      Optional<Instant> again,
      Optional<RuntimeException> unreachable) {
    /** Returns whether a run of an attempt starts, which writes the status from its claim on. */
    public boolean starts() {
      return due.attempt().isPresent();
    }
  }

  /** Decides whether an attempt is due, and starts its run. */
  public Decided decide(AttemptTarget target, Instant now) {
    DueInput input = target.due(DueInput.Temporal.ANSWERS);
    try {
      return decide(target, input, now);
    } catch (HubNameTakenException e) {
      target.rollout().ifPresent(rollout -> report(rollout, e));
      return new Decided(
          input,
          DueDecision.waiting(e.getMessage()),
          Optional.of(now.plus(WAIT_POLL)),
          Optional.empty());
    } catch (RuntimeException e) {
      if (!ConnectionFailure.temporalUnreachable(e)) {
        throw e;
      }
      DueInput unreachable = input.with(DueInput.Temporal.UNREACHABLE);
      return new Decided(
          unreachable,
          AttemptDue.judge(unreachable),
          Optional.of(now.plus(WAIT_POLL)),
          Optional.of(e));
    }
  }

  /** Of an attempt that goes on, nobody writes the status now: the Event is what a user sees. */
  private void report(GenericKubernetesResource rollout, HubNameTakenException taken) {
    events.warning(
        EventSubject.of(rollout), "HubNameTaken", taken.getMessage(), taken.getMessage());
  }

  private Decided decide(AttemptTarget target, DueInput input, Instant now) {
    boolean accepted = input.settings().flatMap(SettingsValidation::refusal).isEmpty();
    boolean lost = accepted && lostRun(target.name(), input.record(), now).isPresent();
    DueInput asked = lost ? input.with(DueInput.Temporal.LOST_THE_RUN) : input;
    DueDecision judged = AttemptDue.judge(asked);
    OverrideResult prepared = target.prepare(judged.attempt().isPresent());
    DueDecision due =
        prepared
            .waitingFor()
            .filter(waiting -> judged.attempt().isPresent())
            .map(DueDecision::waiting)
            .orElse(judged);
    if (due.attempt().isPresent()) {
      Instant again = start(target, asked, due.attempt().get(), now);
      return new Decided(asked, due, Optional.of(again), Optional.empty());
    }
    starts.forget(target.name());
    Optional<Instant> again =
        input.record().filter(RolloutRecord::runOpen).isPresent()
            ? Optional.of(liveness.nextCheck(target.name(), now))
            : due.waitingFor().map(waiting -> now.plus(WAIT_POLL));
    return new Decided(asked, due, NextPass.earlier(again, prepared.again()), Optional.empty());
  }

  /**
   * Returns the UID of the open attempt, if Temporal has lost its run.
   *
   * @throws RuntimeException when Temporal cannot be reached
   */
  Optional<String> lostRun(RolloutTarget name, Optional<RolloutRecord> last, Instant now) {
    Optional<RolloutRecord> open = last.filter(RolloutRecord::runOpen);
    if (open.isEmpty()) {
      liveness.forget(name);
    }
    return open.map(RolloutRecord::rolloutUid).filter(uid -> liveness.lost(name, uid, now));
  }

  /** Returns when to look again whether an open run was lost. */
  Instant nextCheck(RolloutTarget name, Instant now) {
    return liveness.nextCheck(name, now);
  }

  /** Forgets a target that is gone. */
  public void forget(RolloutTarget name) {
    starts.forget(name);
    liveness.forget(name);
  }

  /** Starts an attempt, and returns when to look whether it has claimed the object. */
  private Instant start(AttemptTarget target, DueInput input, AttemptDue due, Instant now) {
    RolloutTarget name = target.name();
    RootView root = input.root();
    String attempt =
        "%d of %s, %s %s".formatted(due.number(), root.version(), due.kind(), root.strategyHash());
    Optional<Instant> wait = starts.waitUntil(name, attempt, now);
    if (wait.isPresent()) {
      return wait.get();
    }
    target.keep();
    reportOddSettings(target, input);
    boolean again = starts.startedBefore(name, attempt);
    boolean started = runs.start(inputs.input(target, input, due, now));
    if (started) {
      orphans.expect(name);
      report(target, input, due, again);
      LOG.info("attempt {} of {} {} starts: {}", due.number(), name.noun(), name, due.because());
    } else {
      // A run whose Rollout object was deleted, or taken over, has to find that out.
      runs.signal(name, PolicyRolloutWorkflow.POLICY_CHANGED);
    }
    return starts.tried(name, attempt, started, now);
  }

  /**
   * Reports a start.
   *
   * @param again whether a run of it was started before, which cannot have claimed the object
   */
  private void report(AttemptTarget target, DueInput input, AttemptDue due, boolean again) {
    if (due.kind() == AttemptDue.Kind.LOST) {
      losses.continued(target.rollout().orElseThrow(), due.number());
    } else if (again) {
      losses.unclaimed(target.rollout().orElseThrow(), due.number());
    } else {
      warnOfSettings(target, input.settings().orElseThrow(), due);
    }
  }

  /** Reports odd settings, once per attempt and warning. */
  private void warnOfSettings(AttemptTarget target, SettingsValidation settings, AttemptDue due) {
    EventSubject rollout = EventSubject.of(target.rollout().orElseThrow());
    settings
        .warnings()
        .forEach(
            warning ->
                events.warning(
                    rollout, warning.reason(), warning.note(), "attempt " + due.number()));
  }

  /** A run keeps the message, so it is written before the run begins, and only if it differs. */
  private void reportOddSettings(AttemptTarget target, DueInput input) {
    Optional<String> former =
        target
            .rollout()
            .map(RolloutStatusTree::status)
            .flatMap(status -> RolloutStatusTree.of(status).condition(RolloutCondition.ACCEPTED))
            .map(Condition::getMessage);
    SettingsValidation settings = input.settings().orElseThrow();
    RolloutCondition accepted =
        RolloutConditions.accepted(Optional.empty(), settings.oddSettings());
    boolean silent = former.isEmpty() && settings.oddSettings().isEmpty();
    // Of an attempt that goes on, the run alone writes the status.
    boolean open = input.record().filter(RolloutRecord::runOpen).isPresent();
    if (!silent && !open && former.filter(accepted.message()::equals).isEmpty()) {
      objects.accept(target.name(), accepted);
    }
  }
}
