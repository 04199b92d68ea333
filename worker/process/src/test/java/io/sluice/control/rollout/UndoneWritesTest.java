package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Another program writes the same replicas, or this one its own (policy-propagation 8.1, 4.3). */
class UndoneWritesTest {
  /**
   * Puts back its own label when it is missing, as another propagator does. It acts before each
   * look of the test: by a watch of its own it could be later than all the time that passes.
   */
  private static void writeToo(ControllerFixture fixture) {
    writeToo(fixture, "c1");
  }

  private static void writeToo(ControllerFixture fixture, String cluster) {
    fixture
        .replica(cluster)
        .filter(replica -> !replica.getMetadata().getLabels().containsKey("other"))
        .ifPresent(
            missing ->
                fixture.edit(
                    cluster,
                    "policies.web",
                    found -> found.getMetadata().getLabels().put("other", "yes")));
  }

  @Test
  void aPolicyWhoseWritesAreUndoneTwiceIsNotWrittenUntilItChanges() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "web", "", "");
      fixture.start();

      fixture.soon(
          () -> {
            writeToo(fixture);
            assertThat(JsonTree.maps(fixture.rootStatus(), "conditions"))
                .anySatisfy(
                    condition ->
                        assertThat(condition).containsEntry("reason", "PropagatorRunning"));
          });
      fixture.soon(() -> assertThat(fixture.eventReasons()).contains("PropagatorRunning"));
      long writes = fixture.replicaWrites();
      fixture.stays(
          Duration.ofSeconds(2),
          () -> {
            writeToo(fixture);
            assertThat(fixture.replicaWrites()).isEqualTo(writes);
          });
      assertThat(writes).isLessThan(12);

      fixture.policy("policies", "web", "labels: {team: blue}", "");
      fixture.soon(
          () ->
              assertThat(fixture.replica("c1").orElseThrow().getMetadata().getLabels())
                  .containsEntry("team", "blue")
                  .doesNotContainKey("other"));
      fixture.soon(() -> assertThat(fixture.rootStatus()).doesNotContainKey("conditions"));
    }
  }

  @Test
  void oneClusterThatUndoesItsRepairsCostsNoOtherOneItsOwn() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2", "c3", "c4")) {
      fixture.policy("policies", "web", "", "");
      fixture.start();

      fixture.soon(
          () -> {
            writeToo(fixture);
            assertThat(fixture.eventReasons()).contains("RepairUndone");
          });
      fixture.edit(
          "c2", "policies.web", found -> found.getMetadata().getLabels().put("mine", "yes"));
      fixture.soon(
          () ->
              assertThat(fixture.replica("c2").orElseThrow().getMetadata().getLabels())
                  .doesNotContainKey("mine"));
      fixture.stays(
          Duration.ofMinutes(9),
          () ->
              assertThat(fixture.replica("c1").orElseThrow().getMetadata().getLabels())
                  .containsKey("other"));
      fixture.stays(
          Duration.ofMinutes(1),
          () ->
              assertThat(fixture.replica("c2").orElseThrow().getMetadata().getLabels())
                  .doesNotContainKey("mine"));
      fixture.soon(
          () ->
              assertThat(fixture.replica("c1").orElseThrow().getMetadata().getLabels())
                  .doesNotContainKey("other"));
      assertThat(fixture.eventReasons()).doesNotContain("PropagatorRunning");
    }
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
