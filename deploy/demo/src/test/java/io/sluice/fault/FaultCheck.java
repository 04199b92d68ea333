package io.sluice.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.simulator.spoke.SpokeState;
import io.sluice.simulator.spoke.SpokeVerdict;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks what must hold after a fault, whatever it was. */
final class FaultCheck {
  static final Duration LONGEST = Duration.ofMinutes(3);

  private final FaultScene scene;
  private final SpokeFleet spokes;
  private final String content;
  private final Instant edited;

  /**
   * Makes a check.
   *
   * @param content the name of the content that every cluster must end with
   * @param edited when that content was written into the policies, or before
   */
  FaultCheck(FaultScene scene, SpokeFleet spokes, String content, Instant edited) {
    this.scene = scene;
    this.spokes = spokes;
    this.content = content;
    this.edited = edited;
  }

  /** Returns the number of each policy's attempt. */
  static Map<String, Integer> attempts(FaultHub hub) {
    Map<String, Integer> attempts = new TreeMap<>();
    FaultHub.STAGED.forEach(
        policy -> attempts.put(policy, ((Number) hub.status(policy).get("attempt")).intValue()));
    return attempts;
  }

  /** Waits until all rollouts have ended, and every cluster has its content. */
  void awaitEnd() {
    await()
        .atMost(LONGEST)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              for (String policy : FaultHub.STAGED) {
                assertThat(brief(scene.hub().status(policy)))
                    .as(policy)
                    .isEqualTo(
                        "Done Succeeded runOpen=false generation=%d "
                            .formatted(scene.hub().generation(policy)));
              }
              for (String policy : FaultHub.POLICIES) {
                assertThat(contents(policy))
                    .as(policy)
                    .containsOnlyKeys(scene.hub().clusters())
                    .allSatisfy((cluster, has) -> assertThat(has).as(cluster).isEqualTo(content));
              }
            });
  }

  private static String brief(Map<String, Object> status) {
    return "%s %s runOpen=%s generation=%s %s"
        .formatted(
            status.get("phase"),
            status.get("outcome"),
            status.get("runOpen"),
            status.get("currentRolloutGeneration"),
            "Done".equals(status.get("phase")) ? "" : status.get("waitingFor"));
  }

  private Map<String, String> contents(String policy) {
    Map<String, String> contents = new TreeMap<>();
    scene
        .hub()
        .replicas(policy)
        .forEach(
            (cluster, replica) ->
                contents.put(
                    cluster,
                    Serialization.asJson(spec(replica))
                        .replaceAll("(?s).*\"word\"\\s*:\\s*\"([^\"]*)\".*", "$1")));
    return contents;
  }

  private static Map<String, Object> spec(GenericKubernetesResource replica) {
    return JsonTree.map(replica.getAdditionalProperties().get("spec"));
  }

  /** Checks what the rollouts have left behind. */
  void check(Map<String, Integer> formerAttempts) {
    assertThat(attempts(scene.hub()))
        .as("one attempt for one edit")
        .allSatisfy(
            (policy, number) ->
                assertThat(number).as(policy).isEqualTo(formerAttempts.get(policy) + 1));
    for (String policy : FaultHub.STAGED) {
      await()
          .atMost(Patience.MOST)
          .untilAsserted(
              () ->
                  assertThat(JsonTree.maps(scene.hub().status(policy), "exceptions"))
                      .as("exceptions of %s", policy)
                      .isEmpty());
    }
    List<AuditTrail.Write> writes =
        new AuditTrail(scene.servers().auditLog()).since(edited, FaultHub.NAMESPACE);
    assertThat(writes)
        .as("deletions of replicas that are selected")
        .noneMatch(AuditTrail.Write::deletes);
    checkOneWriteEach(writes);
    checkSoaks(writes);
    awaitNoOpenRun();
  }

  private void checkOneWriteEach(List<AuditTrail.Write> writes) {
    Map<String, Integer> counts = new TreeMap<>();
    writes.stream()
        .filter(write -> !scene.rewritten().contains(write.cluster()))
        .forEach(write -> counts.merge(write.cluster() + "/" + write.replica(), 1, Integer::sum));
    assertThat(counts)
        .isNotEmpty()
        .allSatisfy((replica, count) -> assertThat(count).as(replica).isEqualTo(1));
  }

  /** The policy {@code groups} opens a group only after the soak of the one before. */
  private void checkSoaks(List<AuditTrail.Write> writes) {
    Map<String, Instant> first = new HashMap<>();
    writes.stream()
        .filter(write -> write.replica().equals(FaultHub.NAMESPACE + ".groups"))
        // Before its turn, a replica that was removed gets the former content again.
        .filter(write -> !scene.rewritten().contains(write.cluster()))
        .forEach(write -> first.putIfAbsent(write.cluster(), write.at()));
    Map<String, GenericKubernetesResource> replicas = scene.hub().replicas("groups");
    Instant soaked = edited;
    for (List<String> group : scene.hub().groups().values()) {
      Instant earliest = soaked;
      assertThat(group)
          .allSatisfy(
              cluster ->
                  assertThat(first.getOrDefault(cluster, earliest))
                      .as("first write of cluster %s", cluster)
                      .isAfterOrEqualTo(earliest));
      for (String cluster : group) {
        if (scene.returned().contains(cluster)) {
          continue;
        }
        Instant end = firstSuccess(cluster, replicas.get(cluster)).plus(FaultHub.SOAK);
        soaked = end.isAfter(soaked) ? end : soaked;
      }
    }
  }

  private Instant firstSuccess(String cluster, GenericKubernetesResource replica) {
    String judged = SpokeVerdict.contentOf(spec(replica));
    return spokes.verdicts(cluster).stream()
        .filter(verdict -> verdict.content().equals(judged))
        .filter(verdict -> verdict.state() == SpokeState.COMPLIANT)
        .map(SpokeVerdict::at)
        .findFirst()
        .orElseThrow(() -> new AssertionError(cluster + " succeeded without a verdict"));
  }

  private void awaitNoOpenRun() {
    CountWorkflowExecutionsRequest open =
        CountWorkflowExecutionsRequest.newBuilder()
            .setNamespace(scene.servers().temporalNamespace())
            .setQuery(
                "SluiceNamespace = '%s' AND ExecutionStatus = 'Running'"
                    .formatted(FaultHub.NAMESPACE))
            .build();
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () ->
                assertThat(
                        scene
                            .temporal()
                            .getWorkflowServiceStubs()
                            .blockingStub()
                            .countWorkflowExecutions(open)
                            .getCount())
                    .as("open runs")
                    .isZero());
  }
}
