package io.sluice.workflow;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.Observation;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * Executes the actions of one step and adds the answers to the buffer.
 *
 * <p>Logs each action with its reason; the summaries of the activities carry the same reason.
 */
final class ActionExecutor implements Action.Cases<Void> {
  private static final Logger LOG = Workflow.getLogger(ActionExecutor.class);

  private final HubCalls hub;
  private final SignalBuffer buffer;
  private final List<Action.Dispatch> dispatches = new ArrayList<>();
  private Optional<Action.Close> close = Optional.empty();

  private ActionExecutor(HubCalls hub, SignalBuffer buffer) {
    this.hub = hub;
    this.buffer = buffer;
  }

  /** Executes all actions but the close, which it returns: the run closes last. */
  static Optional<Action.Close> execute(List<Action> actions, HubCalls hub, SignalBuffer buffer) {
    ActionExecutor executor = new ActionExecutor(hub, buffer);
    actions.forEach(action -> action.match(executor));
    executor.dispatchAll();
    return executor.close;
  }

  @Override
  public Void dispatch(Action.Dispatch action) {
    log(
        "Clusters of group " + action.label() + " get the version",
        action.clusters(),
        action.because());
    dispatches.add(action);
    return null;
  }

  private void log(String event, List<String> clusters, String because) {
    LOG.info("{}: policy={} clusters={} reason={}", event, hub.policy(), clusters.size(), because);
  }

  private void dispatchAll() {
    enter(hub.dispatch(dispatches), Ack.RequestedWrite.DISPATCH);
  }

  @Override
  public Void provide(Action.Provide action) {
    log("Clusters get what they run before their turn", action.clusters(), action.because());
    enter(hub.provide(action), Ack.RequestedWrite.PROVIDE);
    return null;
  }

  @Override
  public Void takeBack(Action.TakeBack action) {
    log("Clusters get back what they had", action.clusters(), action.because());
    enter(hub.takeBack(action), Ack.RequestedWrite.TAKE_BACK);
    return null;
  }

  private void enter(List<BatchAnswer> answers, Ack.RequestedWrite to) {
    for (BatchAnswer answer : answers) {
      buffer.acknowledged(answer.acks().stream().map(ack -> ack.to(to)).toList());
      buffer.reported(answer.reports());
    }
  }

  /** The hub is read after this instant, whatever the clock of the reader says. */
  @Override
  public Void look(Action.Look action) {
    log("Clusters are looked at", action.clusters(), action.because());
    Instant asked = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    buffer.reported(hub.look(action).stream().map(report -> report.asOf(asked)).toList());
    buffer.lookedAt(new Observation.LookDone(action.clusters(), asked));
    return null;
  }

  @Override
  public Void close(Action.Close action) {
    LOG.info("The run ends: policy={} reason={}", hub.policy(), action.because());
    close = Optional.of(action);
    return null;
  }
}
