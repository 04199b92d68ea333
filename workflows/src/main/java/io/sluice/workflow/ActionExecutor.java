package io.sluice.workflow;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.Observation;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries the actions of one step out, and enters the answers into the inbox. */
final class ActionExecutor implements Action.Cases<Void> {
  private final HubCalls hub;
  private final SignalBuffer inbox;
  private final List<Action.Dispatch> dispatches = new ArrayList<>();
  private Optional<Action.Close> close = Optional.empty();

  private ActionExecutor(HubCalls hub, SignalBuffer inbox) {
    this.hub = hub;
    this.inbox = inbox;
  }

  /** Does everything but the close, which is handed back for the run to carry out last. */
  static Optional<Action.Close> on(List<Action> actions, HubCalls hub, SignalBuffer inbox) {
    ActionExecutor acting = new ActionExecutor(hub, inbox);
    actions.forEach(action -> action.match(acting));
    acting.dispatchAll();
    return acting.close;
  }

  @Override
  public Void dispatch(Action.Dispatch action) {
    dispatches.add(action);
    return null;
  }

  private void dispatchAll() {
    enter(hub.dispatch(dispatches), Ack.RequestedWrite.DISPATCH);
  }

  @Override
  public Void provide(Action.Provide action) {
    enter(hub.provide(action), Ack.RequestedWrite.PROVIDE);
    return null;
  }

  @Override
  public Void takeBack(Action.TakeBack action) {
    enter(hub.takeBack(action), Ack.RequestedWrite.TAKE_BACK);
    return null;
  }

  private void enter(List<BatchAnswer> answers, Ack.RequestedWrite to) {
    for (BatchAnswer answer : answers) {
      inbox.acknowledged(answer.acks().stream().map(ack -> ack.to(to)).toList());
      inbox.reported(answer.reports());
    }
  }

  /** The hub is read after this instant, whatever the clock of the reader says. */
  @Override
  public Void look(Action.Look action) {
    Instant asked = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    inbox.reported(hub.look(action).stream().map(report -> report.asOf(asked)).toList());
    inbox.lookedAt(new Observation.Look(action.clusters(), asked));
    return null;
  }

  @Override
  public Void close(Action.Close action) {
    close = Optional.of(action);
    return null;
  }
}
