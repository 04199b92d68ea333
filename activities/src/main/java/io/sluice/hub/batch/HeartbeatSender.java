package io.sluice.hub.batch;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionClient;
import java.time.Duration;
import java.util.Map;

/** Sends one heartbeat of a batch to Temporal, and returns once Temporal has it. */
@FunctionalInterface
public interface HeartbeatSender {
  /**
   * Sends a heartbeat.
   *
   * @throws io.temporal.client.ActivityCompletionFailureException when Temporal cannot be reached
   * @throws io.temporal.client.ActivityCompletionException when the activity is canceled or over
   */
  void send(int done, int of);

  /** Returns after how long without a heartbeat Temporal lets another worker try. */
  default Duration timeout() {
    return Duration.ofSeconds(4);
  }

  /**
   * Returns the sender for the activity that runs on the calling thread.
   *
   * <p>It does not use the heartbeats of the activity's context: those are sent later, by another
   * thread, and a batch would not see that they fail.
   */
  static HeartbeatSender ofActivity() {
    ActivityExecutionContext context = Activity.getExecutionContext();
    ActivityCompletionClient client = context.getWorkflowClient().newActivityCompletionClient();
    byte[] token = context.getTaskToken();
    Duration timeout = context.getInfo().getHeartbeatTimeout();
    return new HeartbeatSender() {
      @Override
      public void send(int done, int of) {
        client.heartbeat(token, Map.of("done", done, "of", of));
      }

      @Override
      public Duration timeout() {
        return timeout.isZero() ? HeartbeatSender.super.timeout() : timeout;
      }
    };
  }
}
