package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.sluice.control.run.LostRunReporter;
import io.sluice.control.run.RunLiveness;
import io.sluice.control.run.Runs;
import io.sluice.control.run.StartThrottle;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.template.BindingContext;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.DueInput.Temporal;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.template.work.WorkState;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the attempts of bindings when they are due (rollout-strategy 3.2, lazy-activation 3). */
final class StagedAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(StagedAttempts.class);

  private final Runs runs;
  private final StagedSettings settings;
  private final RunLiveness liveness;
  private final LostRunReporter losses;
  private final StartThrottle throttle = new StartThrottle();

  StagedAttempts(Runs runs, EventRecorder events, StagedSettings settings) {
    this.runs = requireNonNull(runs, "runs is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.losses = new LostRunReporter(events);
    this.liveness = new RunLiveness(runs, since -> since);
  }

  /**
   * Holds what was decided.
   *
   * @param again when to decide again, whatever happens; empty: when something changes
   */
  record Decided(DueInput input, DueDecision due, Optional<Instant> again) {}

  /** Decides whether an attempt is due, and starts its run. */
  Decided decide(BindingContext context, Instant now) {
    RootView root = context.root().orElseThrow();
    DueInput input =
        new DueInput(
            root,
            context.settings(),
            context.record(),
            context.clusters().fleet(),
            List.of(),
            context.clusters().highestAttempt(),
            Temporal.ANSWERS);
    try {
      return decide(context, input, now);
    } catch (RuntimeException e) {
      if (!Runs.temporalUnreachable(e)) {
        throw e;
      }
      return new Decided(
          input,
          AttemptDue.judge(input.with(Temporal.UNREACHABLE)),
          Optional.of(now.plusSeconds(5)));
    }
  }

  private Decided decide(BindingContext context, DueInput input, Instant now) {
    BindingName name = context.name();
    Optional<RolloutRecord> open = input.record().filter(RolloutRecord::runOpen);
    if (open.isPresent()) {
      throttle.forget(name);
      boolean lost = liveness.lost(name, open.get().rolloutUid(), now);
      DueInput asked = input.with(lost ? Temporal.LOST_THE_RUN : Temporal.ANSWERS);
      DueDecision due = AttemptDue.judge(asked);
      due.attempt().ifPresent(attempt -> start(context, attempt, false, now));
      return new Decided(asked, due, Optional.of(liveness.nextCheck(name, now)));
    }
    DueDecision due = AttemptDue.judge(input);
    if (due.attempt().isEmpty()) {
      throttle.forget(name);
      return new Decided(input, due, Optional.empty());
    }
    AttemptDue attempt = due.attempt().get();
    String key = "%d of %s".formatted(attempt.number(), input.root());
    Optional<Instant> wait = throttle.waitUntil(name, key, now);
    boolean before = throttle.startedBefore(name, key);
    Instant again =
        wait.orElseGet(() -> throttle.tried(name, key, start(context, attempt, before, now), now));
    return new Decided(input, due, Optional.of(again));
  }

  /**
   * Starts a run.
   *
   * @param again whether one of this attempt was started before, which cannot have claimed
   */
  private boolean start(BindingContext context, AttemptDue due, boolean again, Instant now) {
    boolean started = runs.start(input(context, due, now));
    if (started) {
      if (due.kind() == AttemptDue.Kind.LOST) {
        losses.continued(context.rollout().orElseThrow(), due.number());
      } else if (again) {
        losses.unclaimed(context.rollout().orElseThrow(), due.number());
      }
      LOG.info("attempt {} of binding {} starts: {}", due.number(), context.name(), due.because());
    } else {
      // A run whose Rollout object was deleted, or taken over, has to find that out.
      runs.signal(context.name(), PolicyRolloutWorkflow.POLICY_CHANGED);
    }
    return started;
  }

  private RolloutInput input(BindingContext context, AttemptDue due, Instant now) {
    AttemptSpec spec = spec(context, due);
    RolloutInput input =
        RolloutInput.of(
            spec, settings.rollouts(), context.clusters().declared().groups().orElse(List.of()));
    if (due.kind() == AttemptDue.Kind.NEW) {
      return input;
    }
    LastReportedStatus reported =
        context.rollout().map(RolloutStatusParser::of).orElseThrow().lastReported();
    FleetView fleet = context.clusters().fleet();
    String former = due.former().orElseThrow();
    List<ReplicaState> states = states(context);
    return input.from(
        switch (due.kind()) {
          case NEW -> throw new IllegalStateException("a new attempt begins without a state");
          case LOST -> StateRecovery.of(spec, reported, fleet, states);
          case SMALL_ROLLOUT -> StateRecovery.small(spec, former, reported, fleet, states, now);
          case RETRY_OF_FAILED ->
              StateRecovery.retryOfFailed(spec, former, reported, fleet, states, now);
        });
  }

  private static List<ReplicaState> states(BindingContext context) {
    return context.clusters().works().values().stream()
        .map(
            (WorkState work) ->
                new ReplicaState(work.cluster(), context.clusters().content(work), work.dispatch()))
        .toList();
  }

  /** A lost run may have rolled out a former version: the new one finds that out at once. */
  private AttemptSpec spec(BindingContext context, AttemptDue due) {
    RootView root = context.root().orElseThrow();
    Optional<RolloutRecord> lost =
        context.record().filter(record -> due.kind() == AttemptDue.Kind.LOST);
    PolicyVersion version =
        lost.map(
                record ->
                    new PolicyVersion(
                        root.version().policyUid(),
                        record.generation(),
                        root.version().contentHash()))
            .orElse(root.version());
    return new AttemptSpec(
        context.name(),
        lost.map(RolloutRecord::rolloutUid).orElseGet(() -> UUID.randomUUID().toString()),
        due.number(),
        version,
        context.settings().orElseThrow().strategy().orElseThrow(),
        lost.map(RolloutRecord::strategyHash).orElse(root.strategyHash()),
        settings.soakFloor(),
        settings.weakSoakFloor(),
        PendingMode.KEEP_PREVIOUS,
        false);
  }
}
