package io.sluice.hub.event;

import static io.sluice.hub.HubPatience.await;
import static io.sluice.hub.read.TestHub.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class EventRecorderTest {
  private static final Duration FAR = Duration.ofHours(1);

  private static final String OTHER =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: Policy
      metadata: {name: other, namespace: retail}
      spec: {disabled: false, policy-templates: []}
      """;

  private final TickingClock clock = new TickingClock(NOW);
  private TestHub hub;
  private GenericKubernetesResource policy;

  @BeforeEach
  void start() {
    hub = new TestHub();
    policy = hub.policy("one");
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private EventRecorder recorder(Duration every) {
    return new EventRecorder(hub.client, clock, every);
  }

  private List<GenericKubernetesResource> events() {
    return hub.client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace("retail")
        .list()
        .getItems();
  }

  private static Object field(GenericKubernetesResource event, String name) {
    return event.getAdditionalProperties().get(name);
  }

  @Test
  void anEventNamesItsObjectAndSluiceAsItsSource() {
    try (EventRecorder recorder = recorder(FAR)) {
      recorder.warning(policy, "TwoStrategies", "Keep one of them.");
    }
    assertThat(events()).hasSize(1);
    GenericKubernetesResource event = events().get(0);
    assertThat(field(event, "type")).isEqualTo("Warning");
    assertThat(field(event, "reason")).isEqualTo("TwoStrategies");
    assertThat(field(event, "note")).isEqualTo("Keep one of them.");
    assertThat(field(event, "reportingController")).isEqualTo("sluice");
    assertThat(HubObjects.part(event, "regarding"))
        .containsEntry("kind", "Policy")
        .containsEntry("name", "tls")
        .containsEntry("uid", policy.getMetadata().getUid());
  }

  @Test
  void theNextEventComesAfterAWhile() {
    try (EventRecorder recorder = recorder(Duration.ofMillis(300))) {
      recorder.normal(policy, "PolicyPropagation", "Wave 1.");
      await().until(() -> events().size() == 1);
      recorder.normal(policy, "PolicyPropagation", "Wave 2.");
      await().until(() -> events().size() == 2);
    }
  }

  @Test
  void whatHappensUntilTheNextEventIsSummedUpInIt() {
    try (EventRecorder recorder = recorder(FAR)) {
      recorder.normal(policy, "PolicyPropagation", "Wave 1.");
      await().until(() -> events().size() == 1);
      for (int wave = 2; wave <= 4; wave++) {
        recorder.normal(policy, "PolicyPropagation", "Wave %d.".formatted(wave));
      }
    }
    assertThat(events())
        .extracting(event -> field(event, "note"))
        .containsExactlyInAnyOrder("Wave 1.", "Wave 2. Wave 3. Wave 4.");
  }

  @Test
  void anEventHasTheTimeOfWhatItTellsAndNotThatOfItsWrite() {
    try (EventRecorder recorder = recorder(FAR)) {
      recorder.normal(policy, "PolicyPropagation", "Wave 1.");
      await().until(() -> events().size() == 1);
      clock.pass(Duration.ofSeconds(3));
      recorder.normal(policy, "PolicyPropagation", "Wave 2.");
      clock.pass(Duration.ofSeconds(7));
    }
    assertThat(events())
        .extracting(event -> field(event, "note") + " " + field(event, "eventTime"))
        .containsExactlyInAnyOrder(
            "Wave 1. " + EventObject.time(NOW), "Wave 2. " + EventObject.time(NOW.plusSeconds(3)));
  }

  @Test
  void twoReasonsOrObjectsDoNotWaitForEachOther() {
    try (EventRecorder recorder = recorder(FAR)) {
      recorder.normal(policy, "One", "x");
      recorder.normal(policy, "Two", "x");
      recorder.normal(hub.create(OTHER), "One", "x");
    }
    assertThat(events()).hasSize(3);
  }

  @Test
  void aWarningIsRecordedOnceForAnOccasionAlsoByAnotherProcess() {
    EventSubject subject = EventSubject.of(policy);
    try (EventRecorder first = recorder(FAR);
        EventRecorder second = recorder(FAR)) {
      first.warning(subject, "TwoStrategies", "Keep one.", "generation 1");
      first.warning(subject, "TwoStrategies", "Keep one.", "generation 1");
      clock.pass(Duration.ofSeconds(1));
      second.warning(subject, "TwoStrategies", "Keep one.", "generation 1");
    }
    assertThat(events()).extracting(event -> field(event, "note")).containsExactly("Keep one.");
  }

  @Test
  void aHubThatRefusesEventsCostsTheCallerNothing() {
    RequestMatcher events = RequestMatcher.anything().kind("Event");
    hub.hub.faults().inject(events, Fault.error(403), 1);
    try (EventRecorder recorder = recorder(Duration.ofMillis(100))) {
      recorder.warning(policy, "Lost", "x");
      await().until(() -> hub.hub.requests().toString().contains("vent"));
      recorder.warning(policy, "Kept", "y");
      await().until(() -> !events().isEmpty());
    }
    assertThat(events()).extracting(event -> field(event, "reason")).containsExactly("Kept");
  }

  @Test
  void aNamespaceThatIsGoneIsNoFailure() {
    try (EventRecorder recorder = recorder(FAR)) {
      recorder.normal(
          new EventSubject("v1", "Policy", "nowhere", "tls", "u1"), "PolicyPropagation", "x");
      recorder.normal(policy, "PolicyPropagation", "y");
      await().until(() -> events().size() == 1);
    }
  }

  @Test
  void whatWaitsIsWrittenAtTheEnd() {
    EventRecorder recorder = recorder(FAR);
    recorder.normal(policy, "PolicyPropagation", "Wave 1.");
    await().until(() -> events().size() == 1);
    recorder.normal(policy, "PolicyPropagation", "Wave 2.");
    recorder.close();
    recorder.normal(policy, "PolicyPropagation", "Too late.");
    assertThat(events())
        .extracting(event -> field(event, "note"))
        .containsExactlyInAnyOrder("Wave 1.", "Wave 2.");
  }
}
