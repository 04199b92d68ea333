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
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.PolicyRolloutWorkflow.RunStatus;
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
 * Runs an attempt: claims the Rollout object, then observes, decides, acts and waits until the
 * attempt is done, then closes.
 *
 * <p>It judges nothing itself: every decision is {@link RolloutPlanner#step}. Its parts: {@link
 * SignalBuffer} holds the input, {@link HubCalls} calls the activities, {@link ActionExecutor}
 * executes actions, {@link WakeupTimer} waits, {@link StatusThrottle} spaces status writes, {@link
 * RunVisibility} updates what Temporal shows.
 */
final class RolloutRun {
  private final RolloutInput input;
  private final AttemptRef attempt;
  private final HubCalls hub;
  private final SignalBuffer buffer;
  private final RequestLog requests;
  private final WakeupTimer timer = new WakeupTimer();
  private final StatusThrottle throttle;
  private final RunVisibility visibility;
  private int rules = Rules.FIRST;
  private List<GroupKey> groups;
  private AttemptState state;
  private HubSnapshot snapshot;
  private Optional<Progress> progress = Optional.empty();
  private Optional<String> because = Optional.empty();

  RolloutRun(RolloutInput input, SignalBuffer buffer, RequestLog requests) {
    this.input = input;
    this.attempt = AttemptRef.of(input.spec());
    this.hub = new HubCalls(attempt);
    this.buffer = buffer;
    this.requests = requests;
    this.throttle = new StatusThrottle(input.settings().publishEvery());
    this.visibility = new RunVisibility(input);
    this.groups = input.groups();
    this.state =
        input
            .carried()
            .map(RolloutInput.Carried::state)
            .or(input::rebuilt)
            .orElseGet(() -> AttemptState.begin(input.spec(), now()));
    input.carried().ifPresent(carried -> buffer.reported(carried.reports()));
  }

  RolloutResult run() {
    visibility.open();
    rules = Workflow.getVersion("rules", Rules.FIRST, Rules.CURRENT);
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
      if (claimLost(failure)) {
        return closedWithoutWrite("the Rollout object names another attempt");
      }
      throw failure;
    } catch (CanceledFailure canceled) {
      abortWhenCanceled();
      throw canceled;
    }
  }

  private RolloutResult rollOut() {
    while (true) {
      if (buffer.takeHubChanged()) {
        observe();
      }
      Step step = step();
      visibility.show(step.progress());
      Optional<Action.Close> close = ActionExecutor.execute(step.actions(), hub, buffer);
      if (close.isPresent()) {
        return close(close.get());
      }
      if (buffer.hasAnswers()) {
        // Step over the answers before publishing and waiting; none may be lost.
        continue;
      }
      Optional<Instant> publishAt = publishIfDue(step.progress());
      if (historyIsLong()) {
        continueAsNew();
      }
      timer.await(earliest(step.wake(), publishAt), buffer::hasInput);
    }
  }

  private Step step() {
    Step step = RolloutPlanner.step(rules, state, buffer.take(snapshot), now());
    state = step.state();
    progress = Optional.of(step.progress());
    because = step.because().or(() -> because);
    return step;
  }

  private void observe() {
    snapshot = hub.observe();
    groups =
        snapshot.fleet().groups().stream().map(DecisionGroup::key).sorted().distinct().toList();
  }

  /** Writes the status if it is due; else returns when it will be. */
  private Optional<Instant> publishIfDue(Progress next) {
    Optional<Instant> due =
        requests.hasUnpublished() ? Optional.of(now()) : throttle.dueAt(next, now());
    if (due.filter(at -> !at.isAfter(now())).isEmpty()) {
      return due;
    }
    hub.publish(next, true, requests.takeUnpublished(), because);
    throttle.written(next, now());
    return Optional.empty();
  }

  private RolloutResult close(Action.Close close) {
    Workflow.await(Workflow::isEveryHandlerFinished);
    Progress last = progress.orElseThrow();
    if (close.ending() == Action.Close.Ending.WITHOUT_A_WRITE) {
      return result(state.outcome(), close.because());
    }
    hub.publish(last, false, requests.takeUnpublished(), because);
    if (state.outcome().equals(Optional.of(Outcome.FAILED))) {
      throw ApplicationFailure.newNonRetryableFailure(
          "Policy %s was not rolled out: %s."
              .formatted(input.spec().policy(), state.breach().orElse(last.waitingFor())),
          "RolloutFailed",
          result(state.outcome(), close.because()));
    }
    return result(state.outcome(), close.because());
  }

  private RolloutResult closedWithoutWrite(String because) {
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
    if (snapshot == null) {
      observe();
    }
    if (snapshot.claim() != HubSnapshot.ClaimState.HELD) {
      return;
    }
    state = RequestHandler.cancel(state, now());
    Progress last = step().progress();
    visibility.show(last);
    hub.publish(last, false, requests.takeUnpublished(), because);
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
                    state, buffer.reports(), requests.handled(), requests.refusals())));
    Workflow.newContinueAsNewStub(PolicyRolloutWorkflow.class).run(next);
  }

  /** Applies a granted request; the next step decides with it. */
  void apply(UnaryOperator<AttemptState> change) {
    state = change.apply(state);
    buffer.requested();
  }

  /** Returns the validator of users' requests against the present state. */
  RequestValidator validator() {
    return new RequestValidator(state, groups, snapshot == null ? Intent.NONE : snapshot.intent());
  }

  RunStatus status() {
    return new RunStatus(attempt, progress, requests.refusals());
  }

  private static Optional<Wakeup> earliest(Optional<Wakeup> wakeup, Optional<Instant> publishAt) {
    Stream<Wakeup> publish = publishAt.map(at -> new Wakeup(at, "next status write")).stream();
    return Stream.concat(wakeup.stream(), publish).min(Comparator.comparing(Wakeup::at));
  }

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }
}
