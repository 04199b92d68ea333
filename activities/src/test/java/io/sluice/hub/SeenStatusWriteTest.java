package io.sluice.hub;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.hub.write.RunStatusWriter;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.workflow.AttemptRef;
import io.temporal.failure.ApplicationFailure;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a run's status is written from the object as last seen, and never by it alone. */
class SeenStatusWriteTest {
  private final TickingClock clock = new TickingClock(NOW);
  private final EventRecorder events = EventRecorder.to(said -> {});
  private TestHub hub;
  private RunStatusWriter runs;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.policy("one");
    RolloutObjects rollouts = new RolloutObjects(hub.client, clock);
    rollouts.ensure(hub.root(), 0, Optional::empty);
    runs = new RunStatusWriter(rollouts, events, clock);
  }

  @AfterEach
  void stop() {
    events.close();
    hub.close();
  }

  private AttemptRef claimed(String uid, long number) {
    AttemptRef attempt = hub.attempt(uid, number);
    assertThat(runs.claim(attempt, Optional.empty()).granted()).isTrue();
    return attempt;
  }

  private GenericKubernetesResource object() {
    return hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName());
  }

  private String waitingFor() {
    return String.valueOf(RolloutStatusTree.status(object()).get("waitingFor"));
  }

  private void publish(AttemptRef attempt, GenericKubernetesResource seen, String waitingFor) {
    publish(attempt, seen, waitingFor, Optional.empty());
  }

  private void publish(
      AttemptRef attempt,
      GenericKubernetesResource seen,
      String waitingFor,
      Optional<Outcome> outcome) {
    new TestPublication(attempt, Phase.PROGRESSING, outcome, waitingFor, outcome.isEmpty())
        .write(runs, Optional.of(seen));
  }

  /** How often the object was read and written meanwhile. */
  private Map<String, Long> requests(Runnable doing) {
    hub.hub.forgetRequests();
    doing.run();
    return Map.copyOf(hub.hub.requests());
  }

  @Test
  void thePresentObjectIsWrittenWithoutARead() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource seen = object();
    assertThat(requests(() -> publish(attempt, seen, "Waiting for dev.")))
        .containsExactly(Map.entry("update rollouts/status", 1L));
    assertThat(waitingFor()).isEqualTo("Waiting for dev.");
  }

  @Test
  void aFormerObjectOverwritesNothing() {
    AttemptRef attempt = claimed("u1", 1);
    GenericKubernetesResource seen = object();
    GenericKubernetesResource edited = object();
    edited.setAdditionalProperty("spec", Map.of("paused", true));
    hub.update(edited);

    publish(attempt, seen, "Waiting for dev.");
    assertThat(waitingFor()).isEqualTo("Waiting for dev.");
    assertThat(object().<Boolean>get("spec", "paused")).isTrue();
    assertThat(RolloutStatusTree.status(object()).get("observedGeneration"))
        .as("of the object that was read")
        .isEqualTo(object().getMetadata().getGeneration().intValue());
  }

  @Test
  void aFormerObjectNeitherLosesNorKeepsAClaim() {
    GenericKubernetesResource before = object();
    AttemptRef first = claimed("u1", 1);
    publish(first, before, "Waiting for dev.");
    assertThat(waitingFor()).as("seen before the claim").isEqualTo("Waiting for dev.");

    GenericKubernetesResource seen = object();
    publish(first, seen, "All are done.", Optional.of(Outcome.SUCCEEDED));
    claimed("u2", 2);
    assertThatThrownBy(() -> publish(first, seen, "Waiting for stage."))
        .isInstanceOf(ApplicationFailure.class)
        .hasMessageContaining("u2");
    assertThat(waitingFor()).isNotEqualTo("Waiting for stage.");
  }

  @Test
  void whetherThereIsNothingToWriteIsReadAnew() {
    AttemptRef attempt = claimed("u1", 1);
    publish(attempt, object(), "Waiting for dev.");
    GenericKubernetesResource seen = object();
    publish(attempt, seen, "Waiting for stage.");

    publish(attempt, seen, "Waiting for dev.");
    assertThat(waitingFor()).as("what was seen says it already").isEqualTo("Waiting for dev.");
  }
}
