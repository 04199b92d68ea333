package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.process.ConformanceFolder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plays the cases of the suite {@code replication} in which a replica is changed by hand, or
 * differs from what it should be: each on a hub of its own, with the controller of a worker.
 */
class ReplicaRepairConformanceTest {
  private static final List<String> STAYS = List.of("kept", "ignored", "untouched", "left alone");
  private static final Duration LONG = Duration.ofMinutes(2);

  @TestFactory
  Stream<DynamicTest> aReplicaIsKeptAsUpstreamDoes() {
    return ConformanceFolder.cases("replication", "cases.json").stream()
        .filter(each -> List.of("drift", "equivalent").contains(each.get("type")))
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.get("id") + ": " + each.get("name"), () -> check(each)));
  }

  private static void check(Map<String, Object> each) {
    String what = JsonTree.text(each, "input").orElse("");
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy(
          ControllerFixture.NAMESPACE, "web", "labels: {team: a}\nannotations: {note: a}", "");
      fixture.start();
      fixture.soon(() -> assertThat(fixture.replica("c1")).isPresent());
      GenericKubernetesResource made = fixture.replica("c1").orElseThrow();
      if ("drift".equals(each.get("type"))) {
        change(fixture, what);
        checkDrift(fixture, made, STAYS.contains(String.valueOf(each.get("expect"))));
      } else {
        // What a worker finds when it starts is compared with what it would write.
        fixture.stop();
        change(fixture, what);
        fixture.hub.forgetRequests();
        fixture.start();
        checkEquivalent(fixture, Boolean.TRUE.equals(each.get("expect")));
      }
    }
  }

  private static void change(ControllerFixture fixture, String what) {
    if (HandEdit.deletes(what)) {
      fixture.policyAt("c1", "policies.web").delete();
      return;
    }
    Optional<Consumer<GenericKubernetesResource>> edit = HandEdit.of(what);
    Assumptions.assumeTrue(
        edit.isPresent(), () -> "\"" + what + "\" describes no change that this test knows");
    if (what.contains("status")) {
      fixture.report("c1", "policies.web", Map.of("compliant", "Pending"));
    } else {
      fixture.edit("c1", "policies.web", edit.orElseThrow());
    }
  }

  private static void checkDrift(
      ControllerFixture fixture, GenericKubernetesResource made, boolean stays) {
    if (stays) {
      String changed = content(fixture.replica("c1").orElseThrow());
      fixture.stays(
          LONG,
          () ->
              assertThat(fixture.replica("c1").map(ReplicaRepairConformanceTest::content))
                  .contains(changed));
      return;
    }
    fixture.soon(
        () ->
            assertThat(fixture.replica("c1").map(ReplicaRepairConformanceTest::content))
                .contains(content(made)));
  }

  private static void checkEquivalent(ControllerFixture fixture, boolean equal) {
    if (equal) {
      fixture.stays(LONG, () -> assertThat(fixture.replicaWrites()).isZero());
    } else {
      fixture.soon(() -> assertThat(fixture.replicaWrites()).isPositive());
    }
  }

  /** Returns what upstream compares; annotations of Sluice are its own. */
  private static String content(GenericKubernetesResource replica) {
    Map<String, String> annotations = new TreeMap<>(HubObjects.annotations(replica));
    annotations.remove(Dispatch.ANNOTATION);
    return "%s %s %s"
        .formatted(
            new TreeMap<>(HubObjects.labels(replica)),
            annotations,
            HubObjects.part(replica, "spec"));
  }
}
