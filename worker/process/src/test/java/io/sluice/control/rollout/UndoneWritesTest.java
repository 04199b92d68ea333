package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Another program writes the same replicas, or this one its own (policy-propagation 8.1, 4.3). */
class UndoneWritesTest {
  /** Puts back its own label whenever it is missing, as another propagator does. */
  private static final class OtherWriter implements Watcher<GenericKubernetesResource> {
    private final ControllerFixture fixture;
    volatile boolean active = true;

    OtherWriter(ControllerFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    public void eventReceived(Action action, GenericKubernetesResource replica) {
      Map<String, String> labels = replica.getMetadata().getLabels();
      if (active && action != Action.DELETED && !"yes".equals(labels.get("other"))) {
        fixture.edit(
            "c1", "policies.web", found -> found.getMetadata().getLabels().put("other", "yes"));
      }
    }

    @Override
    public void onClose(WatcherException cause) {}
  }

  @Test
  void aPolicyWhoseWritesAreUndoneTwiceIsNotWrittenUntilItChanges() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "web", "", "");
      OtherWriter other = new OtherWriter(fixture);
      fixture.policyAt("c1", "policies.web").watch(other);
      fixture.start();

      fixture.soon(
          () ->
              assertThat(JsonTree.maps(fixture.rootStatus(), "conditions"))
                  .anySatisfy(
                      condition ->
                          assertThat(condition).containsEntry("reason", "PropagatorRunning")));
      fixture.soon(() -> assertThat(reasons(fixture)).contains("PropagatorRunning"));
      long writes = fixture.replicaWrites();
      fixture.stays(
          Duration.ofSeconds(2), () -> assertThat(fixture.replicaWrites()).isEqualTo(writes));
      assertThat(writes).isLessThan(12);

      other.active = false;
      fixture.policy("policies", "web", "labels: {team: blue}", "");
      fixture.soon(
          () ->
              assertThat(fixture.replica("c1").orElseThrow().getMetadata().getLabels())
                  .containsEntry("team", "blue")
                  .doesNotContainKey("other"));
      fixture.soon(() -> assertThat(fixture.rootStatus()).doesNotContainKey("conditions"));
    }
  }

  private static List<String> reasons(ControllerFixture fixture) {
    return fixture
        .client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace("policies")
        .list()
        .getItems()
        .stream()
        .map(event -> String.valueOf(event.getAdditionalProperties().get("reason")))
        .toList();
  }

  @Test
  void editsInAQuickSequenceMeetNoConflictWithEachOther() {
    String[] clusters = IntStream.range(0, 40).mapToObj(i -> "c" + i).toArray(String[]::new);
    try (ControllerFixture fixture = new ControllerFixture(clusters)) {
      fixture.policy("policies", "web", "", "");
      fixture.start();
      fixture.soon(() -> assertThat(fixture.replica("c39")).isPresent());
      for (int i = 1; i <= 5; i++) {
        fixture.policy("policies", "web", "labels: {edit: '%d'}".formatted(i), "");
      }
      fixture.soon(
          () ->
              assertThat(clusters)
                  .allSatisfy(
                      cluster ->
                          assertThat(
                                  fixture.replica(cluster).orElseThrow().getMetadata().getLabels())
                              .containsEntry("edit", "5")));
      assertThat(fixture.hub.writes())
          .filteredOn(write -> !write.namespace().equals("policies"))
          .noneMatch(write -> write.code() == 409);
    }
  }
}
