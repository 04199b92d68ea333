package io.sluice.workflow;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.RequestHandler;
import io.sluice.plan.RequestValidator;
import io.sluice.plan.RolloutPlanner;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import io.sluice.rollout.Wakeup;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Takes an attempt through its course: claim, then observe, decide, act and wait until it is done,
 * then close.
 *
 * <p>It judges nothing itself: every decision is {@link RolloutPlanner#step}. The parts: {@link
 * SignalBuffer} holds what came in, {@link HubCalls} asks and writes, {@link ActionExecutor}
 * carries actions out, {@link WakeupTimer} waits, {@link StatusThrottle} and {@link
 * VisibilityUpdater} inform.
 */
final class RolloutRun {
  private final RolloutInput input;
  private final AttemptRef attempt;
  private final HubCalls hub;
  private final SignalBuffer inbox;
  private final RequestLog requests;
  private final WakeupTimer alarm = new WakeupTimer();
  private final StatusThrottle telling;
  private final VisibilityUpdater noticeboard;
  private int rules = Rules.FIRST;
  private List<GroupKey> groups;
  private AttemptState state;
  private HubSnapshot view;
  private Optional<Progress> progress = Optional.empty();

  RolloutRun(RolloutInput input, SignalBuffer inbox, RequestLog requests) {
    this.input = input;
    this.attempt = AttemptRef.of(input.spec());
    this.hub = new HubCalls(attempt);
    this.inbox = inbox;
    this.requests = requests;
    this.telling = new StatusThrottle(input.settings().publishEvery());
    this.noticeboard = new VisibilityUpdater(input);
    this.groups = input.groups();
    this.state =
        input
            .carried()
            .map(RolloutInput.Carried::state)
            .or(input::rebuilt)
            .orElseGet(() -> AttemptState.begin(input.spec(), now()));
    input.carried().ifPresent(carried -> inbox.reported(carried.reports()));
  }

  RolloutResult run() {
    noticeboard.open();
    rules = Workflow.getVersion("rules", Rules.FIRST, Rules.CURRENT);
    try {
      if (input.carried().isEmpty()) {
        ClaimAnswer claim = hub.claim();
        if (!claim.granted()) {
          return closedWithoutAWrite(claim.because());
        }
      }
      return rollOut();
    } catch (ActivityFailure failure) {
      if (failure.getCause() instanceof CanceledFailure) {
        abortWhenCanceled();
      }
      if (claimLost(failure)) {
        return closedWithoutAWrite("the Rollout object names another attempt");
      }
      throw failure;
    } catch (CanceledFailure canceled) {
      abortWhenCanceled();
      throw canceled;
    }
  }

  private RolloutResult rollOut() {
    while (true) {
      if (inbox.takeHubChanged()) {
        look();
      }
      Step step = step();
      noticeboard.show(step.progress());
      Optional<Action.Close> close = ActionExecutor.on(step.actions(), hub, inbox);
      if (close.isPresent()) {
        return close(close.get());
      }
      if (inbox.hasAnswers()) {
        // The hub answered: what people are told should know it, and no answer may be lost.
        continue;
      }
      Optional<Instant> tellAt = tell(step.progress());
      if (historyIsLong()) {
        continueAsNew();
      }
      alarm.sleepUntil(earliest(step.wake(), tellAt), inbox::hasNews);
    }
  }

  private Step step() {
    Step step = RolloutPlanner.step(rules, state, inbox.take(view), now());
    state = step.state();
    progress = Optional.of(step.progress());
    return step;
  }

  private void look() {
    view = hub.observe();
    groups = view.fleet().groups().stream().map(DecisionGroup::key).sorted().distinct().toList();
  }

  /** Writes the status if it is due; else says when it will be. */
  private Optional<Instant> tell(Progress told) {
    Optional<Instant> due = requests.hasUntold() ? Optional.of(now()) : telling.dueAt(told, now());
    if (due.filter(at -> !at.isAfter(now())).isEmpty()) {
      return due;
    }
    hub.publish(told, true, requests.takeUntold());
    telling.written(told, now());
    return Optional.empty();
  }

  private RolloutResult close(Action.Close close) {
    Workflow.await(Workflow::isEveryHandlerFinished);
    Progress last = progress.orElseThrow();
    if (close.ending() == Action.Close.Ending.WITHOUT_A_WRITE) {
      return result(state.outcome(), close.because());
    }
    hub.publish(last, false, requests.takeUntold());
    if (state.outcome().equals(Optional.of(Outcome.FAILED))) {
      throw ApplicationFailure.newNonRetryableFailure(
          "Policy %s was not rolled out: %s."
              .formatted(input.spec().policy(), state.breach().orElse(last.waitingFor())),
          "RolloutFailed",
          result(state.outcome(), close.because()));
    }
    return result(state.outcome(), close.because());
  }

  private RolloutResult closedWithoutAWrite(String because) {
    return result(Optional.empty(), because);
  }

  private RolloutResult result(Optional<Outcome> outcome, String because) {
    return new RolloutResult(
        attempt.rolloutUid(), attempt.attempt(), outcome, because, progress.map(Progress::counts));
  }

  /** A Temporal cancel ends the attempt as Aborted; the Rollout object must not stay claimed. */
  private void abortWhenCanceled() {
    Workflow.newDetachedCancellationScope(this::abort).run();
  }

  private void abort() {
    if (view == null) {
      look();
    }
    if (view.claim() != HubSnapshot.Claim.HELD) {
      return;
    }
    state = RequestHandler.cancel(state, now());
    Progress last = step().progress();
    noticeboard.show(last);
    hub.publish(last, false, requests.takeUntold());
  }

  private static boolean claimLost(ActivityFailure failure) {
    return failure.getCause() instanceof ApplicationFailure cause
        && HubActivities.CLAIM_LOST.equals(cause.getType());
  }

  private boolean historyIsLong() {
    long most = input.settings().mostEvents();
    return Workflow.getInfo().isContinueAsNewSuggested()
        || most > 0 && Workflow.getInfo().getHistoryLength() > most;
  }

  private void continueAsNew() {
    Workflow.await(Workflow::isEveryHandlerFinished);
    RolloutInput next =
        new RolloutInput(
            input.spec(),
            input.settings(),
            groups,
            Optional.empty(),
            Optional.of(
                new RolloutInput.Carried(
                    state, inbox.reports(), requests.handled(), requests.refusals())));
    Workflow.newContinueAsNewStub(PolicyRolloutWorkflow.class).run(next);
  }

  /** Enters what a person was granted; the next step sees it. */
  void enter(UnaryOperator<AttemptState> wish) {
    state = wish.apply(state);
    inbox.asked();
  }

  /** What there is to say against requests of people, as things stand. */
  RequestValidator objections() {
    return new RequestValidator(state, groups, view == null ? Intent.NONE : view.intent());
  }

  RunStatus status() {
    return new RunStatus(attempt, progress, requests.refusals());
  }

  private static Optional<Wakeup> earliest(Optional<Wakeup> wake, Optional<Instant> tellAt) {
    Stream<Wakeup> telling = tellAt.map(at -> new Wakeup(at, "next status write")).stream();
    return Stream.concat(wake.stream(), telling).min(Comparator.comparing(Wakeup::at));
  }

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }
}
