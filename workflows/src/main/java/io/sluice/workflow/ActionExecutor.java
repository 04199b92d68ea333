package io.sluice.workflow;

import io.sluice.rollout.Action;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * Starts the actions of one step, as far as batches are free.
 *
 * <p>Logs each action with its reason; the summaries of the activities carry the same reason.
 */
final class ActionExecutor implements Action.Cases<Void> {
  private static final Logger LOG = Workflow.getLogger(ActionExecutor.class);

  private final HubCalls hub;
  private final BatchStarter batches;
  private final StatusPublisher publisher;
  private Optional<Action.Close> close = Optional.empty();

  private ActionExecutor(HubCalls hub, BatchStarter batches, StatusPublisher publisher) {
    this.hub = hub;
    this.batches = batches;
    this.publisher = publisher;
  }

  /** Starts all actions but the close, which it returns: the run closes last. */
  static Optional<Action.Close> execute(
      List<Action> actions, HubCalls hub, BatchStarter batches, StatusPublisher publisher) {
    ActionExecutor executor = new ActionExecutor(hub, batches, publisher);
    actions.forEach(action -> action.match(executor));
    return executor.close;
  }

  @Override
  public Void dispatch(Action.Dispatch action) {
    String event = "Clusters of group " + action.label() + " get the version";
    return log(event, batches.dispatch(action), action);
  }

  @Override
  public Void provide(Action.Provide action) {
    return log("Clusters get what they run before their turn", batches.provide(action), action);
  }

  @Override
  public Void publish(Action.Publish action) {
    publisher.request(action.clusters());
    return null;
  }

  @Override
  public Void takeBack(Action.TakeBack action) {
    return log("Clusters get back what they had", batches.takeBack(action), action);
  }

  @Override
  public Void look(Action.Look action) {
    return log("Clusters are looked at", batches.look(action), action);
  }

  private Void log(String event, int clusters, Action action) {
    if (clusters > 0) {
      LOG.info(
          "{}: policy={} clusters={} reason={}", event, hub.policy(), clusters, action.because());
    }
    return null;
  }

  @Override
  public Void close(Action.Close action) {
    LOG.info("The run ends: policy={} reason={}", hub.policy(), action.because());
    close = Optional.of(action);
    return null;
  }
}
