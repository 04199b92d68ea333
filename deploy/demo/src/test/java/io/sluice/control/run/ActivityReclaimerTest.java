package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.owner.HubIdentity;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One activity that hangs at its first try, as one of a killed process does. */
class ActivityReclaimerTest {
  private static final HubIdentity HUB =
      new HubIdentity(HubName.DEFAULT, "uid-of-hub", "https://hub.example.com");
  private static final String QUEUE = "reclaimed";
  private static final Duration LONG = Duration.ofMinutes(10);

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);
  private ActivityReclaimer reclaimer;
  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setUseTimeskipping(false)
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder().setIdentity("sluice-0/first").build())
              .build());

  @WorkflowInterface
  public interface Rollout {
    @WorkflowMethod(name = PolicyRolloutWorkflow.TYPE)
    int run();
  }

  @ActivityInterface
  public interface Attempt {
    int attempt();
  }

  public static final class RolloutImpl implements Rollout {
    @Override
    public int run() {
      return Workflow.newActivityStub(
              Attempt.class,
              ActivityOptions.newBuilder()
                  .setStartToCloseTimeout(LONG)
                  .setHeartbeatTimeout(LONG)
                  .build())
          .attempt();
    }
  }

  private int attempt() {
    int attempt = Activity.getExecutionContext().getInfo().getAttempt();
    if (attempt == 1) {
      begun.countDown();
      awaitEnd();
    }
    return attempt;
  }

  private void awaitEnd() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() {
    never.countDown();
    reclaimer.close();
    environment.close();
  }

  private WorkflowStub hanging() throws InterruptedException {
    Worker worker = environment.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(RolloutImpl.class);
    worker.registerActivitiesImplementations((Attempt) this::attempt);
    environment.start();
    WorkflowClient client = environment.getWorkflowClient();
    WorkflowStub run =
        client.newUntypedWorkflowStub(
            PolicyRolloutWorkflow.TYPE,
            WorkflowOptions.newBuilder()
                .setWorkflowId(HubName.DEFAULT.workflowId(new PolicyName("policies", "web-tls")))
                .setTaskQueue(QUEUE)
                .build());
    run.start();
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    return run;
  }

  private void reclaim(WorkerIdentity identity) {
    reclaimer = ActivityReclaimer.start(environment.getWorkflowClient(), HUB, identity);
  }

  @Test
  void anActivityOfAFormerProcessOfTheSameNameIsRepeatedAtOnce()
      throws InterruptedException, TimeoutException {
    WorkflowStub run = hanging();
    reclaim(new WorkerIdentity("sluice-0", "second"));
    assertThat(run.getResult(30, TimeUnit.SECONDS, Integer.class)).isEqualTo(2);
  }

  @Test
  void anActivityOfAnotherProcessIsLeftToIt() throws InterruptedException {
    WorkflowStub run = hanging();
    reclaim(new WorkerIdentity("sluice-1", "second"));
    assertThatThrownBy(() -> run.getResult(3, TimeUnit.SECONDS, Integer.class))
        .isInstanceOf(TimeoutException.class);
  }
}
