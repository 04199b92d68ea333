package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.time.ProcessTime;
import io.sluice.workflow.HubActivities;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import io.temporal.activity.ActivityOptions;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.worker.WorkerFactoryOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallHeartbeatsTest {
  private final CallHeartbeats heartbeats = new CallHeartbeats(ProcessTime.SYSTEM);
  private final CountDownLatch received = new CountDownLatch(1);
  private final TestActivityEnvironment environment =
      TestActivityEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkerFactoryOptions(
                  WorkerFactoryOptions.newBuilder().setWorkerInterceptors(heartbeats).build())
              .build());

  @AfterEach
  void close() {
    environment.close();
    heartbeats.close();
  }

  @ActivityInterface
  public interface Calls {
    @ActivityMethod(name = HubActivities.OBSERVE)
    boolean observe(int seconds);

    @ActivityMethod(name = "DispatchVersion")
    boolean dispatch(int seconds);
  }

  /** Answers once a heartbeat was received, or when the time is up. */
  private final class WaitingCalls implements Calls {
    @Override
    public boolean observe(int seconds) {
      return await(seconds);
    }

    @Override
    public boolean dispatch(int seconds) {
      return await(seconds);
    }

    private boolean await(int seconds) {
      try {
        return received.await(seconds, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Calls calls() {
    environment.registerActivitiesImplementations(new WaitingCalls());
    environment.setActivityHeartbeatListener(Void.class, none -> received.countDown());
    return environment.newActivityStub(
        Calls.class,
        ActivityOptions.newBuilder()
            .setStartToCloseTimeout(Duration.ofMinutes(1))
            .setHeartbeatTimeout(Duration.ofSeconds(10))
            .build());
  }

  @Test
  void aSlowCallToTheHubSendsHeartbeats() {
    assertThat(calls().observe(30)).isTrue();
  }

  @Test
  void aBatchSendsItsOwn() {
    assertThat(calls().dispatch(3)).isFalse();
  }
}
