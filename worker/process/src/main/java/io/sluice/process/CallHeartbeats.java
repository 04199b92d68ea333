package io.sluice.process;

import io.sluice.time.ProcessTime;
import io.sluice.workflow.HubActivities;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends heartbeats for the calls to the hub that are no batches, so that a call whose worker has
 * vanished is repeated after seconds, not when its time is up.
 *
 * <p>Batches send their own, which show how far they are.
 */
final class CallHeartbeats extends WorkerInterceptorBase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallHeartbeats.class);
  private static final List<String> CALLS =
      List.of(HubActivities.CLAIM, HubActivities.OBSERVE, HubActivities.PUBLISH);

  private static final long INTERVAL_MILLIS = 1000;

  private final ScheduledExecutorService thread;

  CallHeartbeats(ProcessTime time) {
    this.thread = time.threads("call-heartbeats", 1);
  }

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new Call(next);
  }

  private final class Call extends ActivityInboundCallsInterceptorBase {
    private ActivityExecutionContext context;

    Call(ActivityInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(ActivityExecutionContext context) {
      this.context = context;
      super.init(context);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
      if (!CALLS.contains(context.getInfo().getActivityType())) {
        return super.execute(input);
      }
      Future<?> beats =
          thread.scheduleAtFixedRate(
              this::send, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      try {
        return super.execute(input);
      } finally {
        beats.cancel(false);
      }
    }

    /** Sends one. After a call that is over or canceled it throws, which ends the schedule. */
    private void send() {
      try {
        context.heartbeat(null);
      } catch (ActivityCompletionException e) {
        LOG.debug("a call to the hub is over: {}", e.getMessage());
        throw e;
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
