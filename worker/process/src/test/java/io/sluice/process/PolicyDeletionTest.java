package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.SearchAttributeKey;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rollout-strategy 5, "Deletion": the run of a deleted policy ends as Aborted. */
@Tag("nightly")
@Timeout(300)
class PolicyDeletionTest {
  private static final Duration SOON = Patience.MOST;

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void soaking() {
    fixture
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", "{type: ProgressivePerGroup, progressivePerGroup: {minSuccessTime: 1h}}")
        .start(RolloutFixture.QUICK);
    fixture.awaitPhase(SOON, "Soaking");
  }

  /** The garbage collector of a hub deletes the Rollout object with its owner. */
  private void deletePolicy() {
    delete(Kinds.POLICY, "web");
    delete(Kinds.ROLLOUT, "policy-web");
  }

  private void delete(ResourceDefinitionContext kind, String name) {
    fixture
        .client()
        .genericKubernetesResources(kind)
        .inNamespace(fixture.namespace())
        .withName(name)
        .delete();
  }

  private void awaitAborted() {
    await()
        .untilAsserted(
            () ->
                assertThat(fixture.run().describe().getStatus())
                    .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED));
    WorkflowExecutionDescription run = fixture.run().describe();
    assertThat(keyword(run, "SluiceOutcome")).isEqualTo("Aborted");
    assertThat(keyword(run, "SluicePhase")).isEqualTo("Done");
  }

  private static String keyword(WorkflowExecutionDescription run, String name) {
    return run.getTypedSearchAttributes().get(SearchAttributeKey.forKeyword(name));
  }

  @Test
  void theRunOfAPolicyThatIsDeletedWhileItSoaksEndsAsAborted() {
    soaking();
    deletePolicy();
    awaitAborted();
  }

  @Test
  void theRunOfAPolicyThatWasDeletedWithoutALeaderEndsAsAborted() {
    soaking();
    fixture.stop();
    deletePolicy();
    fixture.start(RolloutFixture.QUICK);
    awaitAborted();
  }
}
