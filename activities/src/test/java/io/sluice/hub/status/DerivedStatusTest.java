package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DerivedStatusTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");

  private GenericKubernetesResource object(Map<String, Object> status) {
    GenericKubernetesResource object =
        HubObjects.object(
            Kinds.ROLLOUT,
            new ObjectMetaBuilder()
                .withNamespace("p")
                .withName("policy-web")
                .withGeneration(3L)
                .build());
    object.setAdditionalProperty("status", status);
    return object;
  }

  private static Map<String, Object> status(String phase, Object... more) {
    Map<String, Object> status = new TreeMap<>();
    status.put("phase", phase);
    status.put("rolloutUID", "u1");
    status.put("waitingFor", "Waiting.");
    for (int i = 0; i < more.length; i += 2) {
      status.put((String) more[i], more[i + 1]);
    }
    return status;
  }

  /** Writes one status after the other, each some time later. */
  private Map<String, Object> written(
      Map<String, Object> former, Map<String, Object> next, long at) {
    return DerivedStatus.of(object(former), next, NOW.plusSeconds(at));
  }

  private static Map<String, Object> condition(Map<String, Object> status, String type) {
    return JsonTree.maps(status, "conditions").stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void genericToolsFindConditionsOfTheGenerationThatWasSeen() {
    Map<String, Object> running = written(Map.of(), status("Progressing"), 0);
    assertThat(condition(running, "Reconciling"))
        .containsEntry("status", "True")
        .containsEntry("reason", "Progressing")
        .containsEntry("message", "Waiting.")
        .containsEntry("observedGeneration", 3L)
        .containsEntry("lastTransitionTime", "2026-02-03T10:00:00Z");
    assertThat(condition(running, "Ready")).containsEntry("status", "False");
    assertThat(condition(running, "Stalled")).containsEntry("status", "False");

    Map<String, Object> soaking = new TreeMap<>(running);
    soaking.put("phase", "Soaking");
    assertThat(condition(written(running, soaking, 60), "Reconciling"))
        .containsEntry("reason", "Soaking")
        .containsEntry("lastTransitionTime", "2026-02-03T10:00:00Z");

    Map<String, Object> done = new TreeMap<>(running);
    done.putAll(Map.of("phase", "Done", "outcome", "Succeeded", "waitingFor", ""));
    Map<String, Object> ended = written(running, done, 90);
    assertThat(condition(ended, "Ready"))
        .containsEntry("status", "True")
        .containsEntry("reason", "Succeeded")
        .containsEntry("lastTransitionTime", "2026-02-03T10:01:30Z");
    assertThat(ended).doesNotContainKey("waitingSince");
  }

  @Test
  void refusedSettingsStall() {
    Map<String, Object> refused =
        status(
            "Pending",
            "conditions",
            List.of(Map.of("type", "Accepted", "status", "False", "reason", "BadDuration")));
    Map<String, Object> status = written(Map.of(), refused, 0);
    assertThat(condition(status, "Stalled"))
        .containsEntry("status", "True")
        .containsEntry("reason", "BadDuration");
    assertThat(condition(status, "Accepted")).containsEntry("status", "False");
  }

  @Test
  void aRepetitionChangesNothing() {
    Map<String, Object> once = written(Map.of(), status("WaitingForApproval"), 0);
    assertThat(written(once, once, 500)).isEqualTo(once);
  }

  @Test
  void theWaitForPeopleIsSummedUpOverAnAttempt() {
    Map<String, Object> started = written(Map.of(), status("Progressing"), 0);
    Map<String, Object> waiting = written(started, status("WaitingForApproval"), 10);
    assertThat(waiting)
        .containsEntry("waitingSince", "2026-02-03T10:00:10Z")
        .doesNotContainKey("waitedForPeopleSeconds");
    Map<String, Object> approved = written(waiting, status("Progressing"), 110);
    assertThat(approved)
        .containsEntry("waitingSince", "2026-02-03T10:01:50Z")
        .containsEntry("waitedForPeopleSeconds", 100L);
    Map<String, Object> paused = written(approved, status("Paused"), 120);
    Map<String, Object> still = written(paused, status("Paused", "waitingFor", "Other."), 140);
    assertThat(still).containsEntry("waitingSince", "2026-02-03T10:02:00Z");
    Map<String, Object> resumed = written(still, status("Progressing"), 150);
    assertThat(resumed).containsEntry("waitedForPeopleSeconds", 130L);

    Map<String, Object> retried = written(resumed, status("Progressing", "rolloutUID", "u2"), 200);
    assertThat(retried)
        .doesNotContainKey("waitedForPeopleSeconds")
        .containsEntry("waitingSince", "2026-02-03T10:03:20Z");
  }

  @Test
  void aHaltThatEndedTheAttemptIsNoWaitOfIt() {
    Map<String, Object> halted = written(Map.of(), status("Halted", "outcome", "Failed"), 0);
    Map<String, Object> done =
        written(halted, status("Done", "outcome", "Failed", "waitingFor", ""), 900);
    assertThat(done).doesNotContainKeys("waitedForPeopleSeconds", "waitingSince");
    assertThat(condition(done, "Stalled")).containsEntry("status", "True");
  }

  @Test
  void theProgressCountsClustersThatCount() {
    Map<String, Object> counts =
        Map.of("clusters", 42, "succeeded", 18, "newCluster", 2, "progressing", 20, "ignored", 2);
    assertThat(written(Map.of(), status("Progressing", "counts", counts), 0))
        .containsEntry("progress", "20/40");
    assertThat(written(Map.of(), status("Pending"), 0)).doesNotContainKey("progress");
  }

  @Test
  void aPolicyThatIsNotStagedAnyMoreHasNoneOfIt() {
    Map<String, Object> former = written(Map.of(), status("Progressing"), 0);
    Map<String, Object> cleared = written(former, Map.of("attempt", 3L), 10);
    assertThat(cleared).isEqualTo(Map.of("attempt", 3L));
    Map<String, Object> conditions = new TreeMap<>(former);
    conditions.remove("phase");
    assertThat(written(former, conditions, 10))
        .doesNotContainKeys("conditions", "waitingSince", "progress");
  }

  @Test
  void theCauseIsReadFromAStatus() {
    RolloutStatus status = new RolloutStatus();
    assertThat(DerivedStatus.cause(status)).isEmpty();
    status.phase = "Soaking";
    assertThat(DerivedStatus.cause(status).orElseThrow().label()).isEqualTo("soak");
    status.phase = "Pending";
    status.waitingFor = "No cluster is selected.";
    assertThat(DerivedStatus.cause(status).orElseThrow().label()).isEqualTo("start");
    status.noCluster = true;
    assertThat(DerivedStatus.cause(status).orElseThrow().label()).isEqualTo("clusters");
  }
}
