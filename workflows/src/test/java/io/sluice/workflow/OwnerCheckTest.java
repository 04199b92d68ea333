package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.owner.OwnerCheck;
import io.sluice.workflow.owner.RunOwner;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DataConverter;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnerCheckTest {
  private static final Duration MOST = WorkflowPatience.MOST;
  private static final String QUEUE = "sluice-hub";
  private static final HubIdentity OURS = hub("ours");
  private static final HubIdentity THEIRS = hub("theirs");

  private final DataConverter converter = Payloads.converter(PayloadKeys.NONE);
  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder().setDataConverter(converter).build())
              .setUseTimeskipping(false)
              .build());

  private final AtomicInteger refusals = new AtomicInteger();
  private final List<WorkerFactory> factories = new ArrayList<>();

  private static HubIdentity hub(String uid) {
    return new HubIdentity(HubName.DEFAULT, uid, "https://" + uid);
  }

  /** Asks the hub whose worker answers. */
  @WorkflowInterface
  public interface Question {
    @WorkflowMethod
    String ask();
  }

  @ActivityInterface
  public interface Answer {
    String answer();
  }

  /** Asks by an activity, as runs do. */
  public static final class QuestionImpl implements Question {
    @Override
    public String ask() {
      return Workflow.newActivityStub(
              Answer.class,
              ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build())
          .answer();
    }
  }

  private void startWorker(HubIdentity hub) {
    WorkerFactory factory =
        WorkerFactory.newInstance(
            temporal.getWorkflowClient(),
            WorkerFactoryOptions.newBuilder()
                .setWorkerInterceptors(
                    new OwnerCheck(hub, "sluice", converter, refusals::incrementAndGet))
                .build());
    factories.add(factory);
    Worker worker =
        factory.newWorker(
            QUEUE,
            WorkerOptions.newBuilder().setStickyQueueScheduleToStartTimeout(Duration.ZERO).build());
    worker.registerWorkflowImplementationTypes(QuestionImpl.class);
    worker.registerActivitiesImplementations((Answer) hub::uid);
    factory.start();
  }

  private WorkflowStub start(Map<String, Object> memo) {
    WorkflowStub run =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                "Question", WorkflowOptions.newBuilder().setTaskQueue(QUEUE).setMemo(memo).build());
    run.start();
    return run;
  }

  @AfterEach
  void close() {
    factories.forEach(WorkerFactory::shutdownNow);
    temporal.close();
  }

  @Test
  void anActivityOfAnotherHubsRunIsRefusedUntilItsOwnWorkerTakesIt() throws Exception {
    startWorker(THEIRS);
    WorkflowStub run = start(OURS.owner().memo());

    WorkflowPatience.await()
        .untilAsserted(
            () ->
                assertThat(pending(run))
                    .extracting(activity -> activity.getLastFailure().getMessage())
                    .containsExactly(
                        "Cannot use the name hub in Temporal namespace sluice: hub https://ours uses"
                            + " it. Set --hub-name."));

    assertThat(refusals).hasPositiveValue();

    startWorker(OURS);
    assertThat(run.getResult(MOST.toSeconds(), TimeUnit.SECONDS, String.class)).isEqualTo("ours");
  }

  private static List<PendingActivityInfo> pending(WorkflowStub run) {
    return run.describe().getRawDescription().getPendingActivitiesList();
  }

  @Test
  void aRunThatNamesNoHubIsAnybodys() throws Exception {
    startWorker(THEIRS);

    assertThat(start(Map.of()).getResult(MOST.toSeconds(), TimeUnit.SECONDS, String.class))
        .isEqualTo("theirs");
  }

  @Test
  void aMemoOfAnotherKeyIsAnotherHubs() {
    RunOwner unreadable = new RunOwner("", "");

    assertThat(unreadable.is(OURS)).isFalse();
    assertThat(OURS.taken(unreadable, "sluice"))
        .isEqualTo(
            "Cannot use the name hub in Temporal namespace sluice: a hub that encrypts with another"
                + " key uses it. Set --hub-name.");
  }
}
