package io.sluice.workflow;

import io.sluice.forecast.BriefForecast;
import io.sluice.plan.RequestHandler;
import io.sluice.plan.RequestValidator;
import io.sluice.plan.RolloutPlanner;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import io.sluice.rollout.Wakeup;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.PolicyRolloutWorkflow.PlanAnswer;
import io.sluice.workflow.PolicyRolloutWorkflow.RunStatus;
import io.sluice.workflow.PolicyRolloutWorkflow.WhyAnswer;
import io.sluice.workflow.owner.RunOwner;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Runs an attempt: claims the Rollout object, then observes, decides, acts and waits until the
 * attempt is done, then closes.
 *
 * <p>It judges nothing itself: every decision is {@link RolloutPlanner#step}. It waits for no call
 * to the hub between the claim and the last write, so that a request, a new version or a breach
 * takes effect whatever the hub does (rollout-strategy 3.2). Its parts: {@link SignalBuffer} holds
 * the input, {@link HubObserver} observes, {@link ActionExecutor} starts actions, {@link
 * BatchStarter} their batches, {@link CheckCalls} asks checks, {@link StatusPublisher} writes the
 * status, {@link WakeupTimer} waits, {@link RunVisibility} updates what Temporal shows.
 */
final class RolloutRun {
  private final RolloutInput input;
  private final AttemptRef attempt;
  private final HubCalls hub;
  private final SignalBuffer buffer;
  private final RequestLog requests;
  private final HubObserver observer;
  private final UntriedClusters untried;
  private final BatchStarter batches;
  private final CheckCalls checks;
  private final StatusPublisher publisher;
  private final WakeupTimer timer = new WakeupTimer();
  private final RunVisibility visibility;
  private final StepListener listener;
  private int rules = Rules.FIRST;
  private AttemptState state;
  private Optional<Progress> progress = Optional.empty();
  private Optional<String> because = Optional.empty();

  RolloutRun(RolloutInput input, SignalBuffer buffer, RequestLog requests, StepListener listener) {
    this.input = input;
    this.listener = listener;
    this.attempt = AttemptRef.of(input.spec());
    this.hub = new HubCalls(attempt);
    this.buffer = buffer;
    this.requests = requests;
    this.observer = new HubObserver(hub, buffer, input.spec().policy(), input.groups());
    this.untried =
        new UntriedClusters(input.carried().map(RolloutInput.Carried::notTried).orElse(List.of()));
    this.batches = new BatchStarter(hub, buffer, untried);
    this.checks = new CheckCalls(attempt, buffer);
    this.visibility = new RunVisibility(input.spec(), input.carried().isPresent());
    this.publisher =
        new StatusPublisher(attempt, input.settings(), hub, buffer, requests, visibility::showNow);
    this.state =
        input
            .carried()
            .map(RolloutInput.Carried::state)
            .or(input::rebuilt)
            .orElseGet(() -> AttemptState.begin(input.spec(), now()));
    input
        .carried()
        .ifPresent(
            carried -> {
              buffer.reported(carried.reports());
              buffer.undone(carried.undone());
            });
  }

  RolloutResult run() {
    visibility.open();
    rules = Workflow.getVersion("rules", Rules.FIRST, Rules.CURRENT);
    if (new Rules(rules).before(2)) {
      publisher.fixPace();
      visibility.paced(input.settings().publishEvery());
    }
    try {
      if (input.carried().isEmpty()) {
        ClaimAnswer claim = hub.claim();
        if (!claim.granted()) {
          return closedWithoutWrite(claim.because());
        }
      }
      return rollOut();
    } catch (ActivityFailure failure) {
      if (failure.getCause() instanceof CanceledFailure) {
        abortWhenCanceled();
      }
      if (HubCalls.claimLost(failure)) {
        return overtaken();
      }
      throw failure;
    } catch (CanceledFailure canceled) {
      abortWhenCanceled();
      throw canceled;
    }
  }

  private RolloutResult rollOut() {
    observer.awaitFirst();
    while (true) {
      buffer.throwFailure();
      Step step = step();
      Optional<Action.Close> close =
          ActionExecutor.execute(step.actions(), hub, batches, publisher);
      if (close.isPresent()) {
        return close(close.get());
      }
      if (historyIsLong()) {
        continueAsNewIfIdle();
      } else {
        checks.ask(step.questions(), step.progress());
        awaitInput(step);
      }
    }
  }

  private Step step() {
    Instant now = now();
    observer.askAgainIfOld(now);
    observer.takeDepartures().ifPresent(told -> state = state.with(told));
    Observation seen =
        buffer.take(observer.snapshot(), untried.takeDispatches(now), batches::writes);
    Step step = RolloutPlanner.step(rules, state, seen, now);
    listener.stepped(now, seen, step);
    state = step.state();
    progress = Optional.of(step.progress());
    because = step.because().or(() -> because);
    visibility.show(step.progress(), now);
    return step;
  }

  /** Waits until there is something to step over; observes and publishes meanwhile. */
  private void awaitInput(Step step) {
    boolean fired = false;
    while (!fired && !buffer.hasInput()) {
      observer.observeIfDue();
      Optional<Wakeup> wakeup =
          earliest(step.wake(), publishAt(step), untried.nextTry(), observer.oldAt());
      fired = timer.await(wakeup, () -> buffer.hasInput() || observer.isDue());
    }
  }

  private Optional<Instant> publishAt(Step step) {
    Optional<Instant> status =
        publisher.publishIfDue(step.progress(), observer.snapshot().intent().generation(), because);
    return Stream.concat(status.stream(), visibility.dueAt().stream()).min(Instant::compareTo);
  }

  private RolloutResult close(Action.Close close) {
    requests.close(state.outcome());
    endCalls();
    if (buffer.hasAnswers()) {
      // The last status counts what the last batches did.
      step();
    }
    Workflow.await(Workflow::isEveryHandlerFinished);
    Progress last = progress.orElseThrow();
    if (close.ending() == Action.Close.Ending.WITHOUT_A_WRITE) {
      return result(state.outcome(), close.because());
    }
    publisher.publishLast(last, because);
    if (state.outcome().equals(Optional.of(Outcome.FAILED))) {
      throw ApplicationFailure.newNonRetryableFailure(
          "%s %s was not rolled out: %s. %s"
              .formatted(
                  capital(input.spec().policy().noun()),
                  input.spec().policy(),
                  state.breach().orElse("more clusters failed than tolerated"),
                  last.next().orElse("")),
          "RolloutFailed",
          result(state.outcome(), close.because()));
    }
    return result(state.outcome(), close.because());
  }

  private static String capital(String noun) {
    return noun.substring(0, 1).toUpperCase(Locale.ROOT) + noun.substring(1);
  }

  /** Waits for the run's own writes in progress, and begins no others. */
  private void endCalls() {
    batches.awaitAll();
    publisher.await();
  }

  /**
   * Ends a run that has lost the Rollout object, as the answer to a write showed. One more look
   * shows whether the object was deleted, so that the run ends as Aborted.
   */
  private RolloutResult overtaken() {
    endCalls();
    observer.observeAgain();
    if (observer.snapshot().claim() != HubSnapshot.ClaimState.HELD) {
      step();
      requests.close(state.outcome());
    }
    return result(state.outcome(), "the attempt does not hold the Rollout object any more");
  }

  private RolloutResult closedWithoutWrite(String because) {
    return result(Optional.empty(), because);
  }

  private RolloutResult result(Optional<Outcome> outcome, String because) {
    return new RolloutResult(
        attempt.rolloutUid(),
        attempt.attempt(),
        outcome,
        because,
        progress.map(Progress::counts),
        progress.flatMap(Progress::next));
  }

  /** A Temporal cancel ends the attempt as Aborted; the Rollout object must not stay claimed. */
  private void abortWhenCanceled() {
    Workflow.newDetachedCancellationScope(this::abort).run();
  }

  private void abort() {
    endCalls();
    observer.observeAtLast();
    if (observer.snapshot().claim() != HubSnapshot.ClaimState.HELD) {
      return;
    }
    state = RequestHandler.cancel(state, now());
    requests.close(state.outcome());
    publisher.publishLast(step().progress(), because);
  }

  private boolean historyIsLong() {
    long most = input.settings().mostEvents();
    return Workflow.getInfo().isContinueAsNewSuggested()
        || most > 0 && Workflow.getInfo().getHistoryLength() > most;
  }

  /** Begins no more batches; the state goes on in a new run once all are answered. */
  private void continueAsNewIfIdle() {
    batches.stop();
    Workflow.await(() -> buffer.hasInput() || callsEnded());
    Workflow.await(Workflow::isEveryHandlerFinished);
    buffer.throwFailure();
    if (callsEnded() && !buffer.hasAnswers()) {
      continueAsNew();
    }
  }

  private boolean callsEnded() {
    return batches.allEnded() && publisher.isIdle();
  }

  private void continueAsNew() {
    RolloutInput.Carried carried =
        new RolloutInput.Carried(
            observer.takeDepartures().or(buffer::departures).map(state::with).orElse(state),
            buffer.reports(),
            requests.handled(),
            requests.refusals(),
            untried.dispatches(),
            requests.unpublished(),
            buffer.undone());
    RolloutInput next =
        new RolloutInput(
            input.spec(),
            input.settings(),
            observer.groups(),
            Optional.empty(),
            Optional.of(carried));
    Workflow.newContinueAsNewStub(PolicyRolloutWorkflow.class, RunOwner.carriedOn()).run(next);
  }

  /** Applies a granted request; the next step decides with it. */
  void apply(UnaryOperator<AttemptState> change) {
    state = change.apply(state);
    buffer.wake();
  }

  /** Returns the validator of users' requests against the present state. */
  RequestValidator validator() {
    return new RequestValidator(
        state, observer.groups(), observer.intent(), observer.approvalRules());
  }

  RunStatus status() {
    return new RunStatus(attempt, progress, requests.refusals());
  }

  Ledger ledger() {
    return Ledger.of(attempt, state, now());
  }

  AbsentMembers absent() {
    return new AbsentMembers(
        attempt,
        observer
            .known()
            .map(HubSnapshot::fleet)
            .map(fleet -> state.absentFrom(fleet))
            .orElse(List.of()),
        buffer.undone());
  }

  WhyAnswer why(RawValue cluster) {
    return WhyQuery.answer(attempt, state, progress, RequestArgument.cluster(cluster), now());
  }

  PlanAnswer plan() {
    return new PlanAnswer(
        attempt, observer.known().map(snapshot -> BriefForecast.of(rules, state, snapshot, now())));
  }

  private static Optional<Wakeup> earliest(
      Optional<Wakeup> wakeup,
      Optional<Instant> publishAt,
      Optional<Instant> nextTry,
      Optional<Instant> oldAt) {
    Optional<Wakeup> publish = publishAt.map(at -> new Wakeup(at, "next status write"));
    Optional<Wakeup> retry = nextTry.map(at -> new Wakeup(at, "clusters not tried yet"));
    Optional<Wakeup> look = oldAt.map(at -> new Wakeup(at, "next look at the calendar"));
    return Stream.of(wakeup, publish, retry, look)
        .flatMap(Optional::stream)
        .min(Comparator.comparing(Wakeup::at));
  }

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }
}
