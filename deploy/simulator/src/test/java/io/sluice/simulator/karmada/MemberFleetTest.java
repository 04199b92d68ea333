package io.sluice.simulator.karmada;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class MemberFleetTest {
  private static final String WEB = "apps/v1 Deployment default/web";
  private static final MemberBehaviour QUICK =
      MemberBehaviour.ORDINARY.taking(Duration.ofMillis(5), Duration.ofMillis(20));

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private KubernetesClient client;
  private MemberFleet fleet;

  @BeforeEach
  void connect() {
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build();
    client = new KubernetesClientBuilder().withConfig(config).build();
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName("karmada-es-m1")
                .endMetadata()
                .build())
        .create();
  }

  @AfterEach
  void close() {
    fleet.close();
    client.close();
    hub.close();
  }

  @Test
  void aWorkIsAppliedAndReportedHealthyAfterAWhile() {
    start(QUICK.taking(Duration.ofMillis(5), Duration.ofMillis(500)));
    deliver(1, "");
    soon(() -> assertThat(health()).isEqualTo("Unhealthy"));
    soon(() -> assertThat(health()).isEqualTo("Healthy"));
    assertThat(applied()).containsEntry("status", "True").containsEntry("observedGeneration", 1);
    assertThat(reflected()).containsEntry("readyReplicas", 2);
    assertThat(fleet.manifest("m1", WEB)).isPresent();

    deliver(3, "");
    soon(() -> assertThat(applied()).containsEntry("observedGeneration", 2));
    soon(() -> assertThat(reflected()).containsEntry("readyReplicas", 3));
  }

  @Test
  void aReportMayNameTheGenerationOfTheTemplateOrNone() {
    start(QUICK.with(MemberEvidence.TEMPLATE_GENERATION));
    deliver(1, "");
    soon(
        () ->
            assertThat(reflected())
                .containsEntry("resourceTemplateGeneration", 7)
                .containsEntry("generation", 1)
                .containsEntry("observedGeneration", 1));
    assertThat(applied()).doesNotContainKey("observedGeneration");

    fleet.behave("m1", QUICK.with(MemberEvidence.NONE));
    soon(() -> assertThat(reflected()).doesNotContainKey("resourceTemplateGeneration"));
    assertThat(applied()).containsEntry("status", "True").doesNotContainKey("observedGeneration");
  }

  @Test
  void anUnhealthyMemberStaysSoUntilItsBehaviourChanges() {
    start(QUICK.neverHealthy());
    deliver(1, "");
    soon(() -> assertThat(health()).isEqualTo("Unhealthy"));
    settle();
    assertThat(health()).isEqualTo("Unhealthy");
    fleet.behave("m1", QUICK);
    soon(() -> assertThat(health()).isEqualTo("Healthy"));
  }

  @Test
  void anOfflineMemberCatchesUpWhenItIsBack() {
    start(QUICK.unreachable());
    deliver(1, "");
    settle();
    assertThat(status()).isEmpty();
    assertThat(fleet.manifest("m1", WEB)).isEmpty();
    fleet.behave("m1", QUICK);
    soon(() -> assertThat(health()).isEqualTo("Healthy"));
  }

  @Test
  void whatCannotBeAppliedIsReported() {
    start(QUICK.refusesAll());
    deliver(1, "");
    soon(() -> assertThat(applied()).containsEntry("status", "False"));
    assertThat(fleet.manifest("m1", WEB)).isEmpty();
  }

  @Test
  void aSuspendedWorkLeavesTheMemberAsItIs() {
    start(QUICK);
    deliver(1, "");
    soon(() -> assertThat(health()).isEqualTo("Healthy"));
    deliver(3, ", suspendDispatching: true");
    soon(
        () ->
            assertThat(condition("Dispatching"))
                .containsEntry("status", "False")
                .containsEntry("reason", "SuspendDispatching"));
    assertThat(replicas()).isEqualTo(2);
    deliver(3, "");
    soon(() -> assertThat(replicas()).isEqualTo(3));
    soon(() -> assertThat(condition("Dispatching")).isEmpty());
  }

  @Test
  void aDeletedWorkIsLetGoOnceItsObjectIsRemoved() {
    start(QUICK);
    deliver(1, "");
    soon(() -> assertThat(fleet.manifest("m1", WEB)).isPresent());
    work().delete();
    soon(() -> assertThat(work().get()).isNull());
    soon(() -> assertThat(fleet.manifest("m1", WEB)).isEmpty());
  }

  @Test
  void anOfflineMemberHoldsADeletedWork() {
    start(QUICK);
    deliver(1, "");
    soon(() -> assertThat(health()).isEqualTo("Healthy"));
    fleet.behave("m1", QUICK.unreachable());
    work().delete();
    settle();
    assertThat(work().get().getMetadata().getDeletionTimestamp()).isNotNull();
    fleet.behave("m1", QUICK);
    soon(() -> assertThat(work().get()).isNull());
  }

  private void start(MemberBehaviour behaviour) {
    fleet = MemberFleet.start(client, List.of("m1"), behaviour);
  }

  /** Writes the Work, of a template with at least two replicas. */
  private void deliver(int replicas, String more) {
    GenericKubernetesResource work =
        Serialization.unmarshal(
            """
            apiVersion: work.karmada.io/v1alpha1
            kind: Work
            metadata:
              name: web-1
              namespace: karmada-es-m1
              finalizers: [karmada.io/execution-controller]
            spec:
              {workload: {manifests: [{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: default, name: web,
               annotations: {resourcetemplate.karmada.io/generation: '7'}}, spec: {replicas: %d}}]}%s}
            """
                .formatted(Math.max(2, replicas), more),
            GenericKubernetesResource.class);
    client
        .resource(work)
        .createOr(
            existing ->
                work()
                    .edit(
                        former -> {
                          former.setAdditionalProperty(
                              "spec", work.getAdditionalProperties().get("spec"));
                          return former;
                        }));
  }

  private Resource<GenericKubernetesResource> work() {
    return new WorkClient(client).works().inNamespace("karmada-es-m1").withName("web-1");
  }

  private Map<String, Object> status() {
    return ObjectTree.map(work().get().getAdditionalProperties().get("status"));
  }

  private Map<String, Object> applied() {
    return condition("Applied");
  }

  private Map<String, Object> condition(String type) {
    return ObjectTree.maps(status().get("conditions"))
        .filter(condition -> condition.get("type").equals(type))
        .findFirst()
        .orElse(Map.of());
  }

  private Map<String, Object> manifestStatus() {
    return ObjectTree.maps(status().get("manifestStatuses")).findFirst().orElse(Map.of());
  }

  private String health() {
    return ObjectTree.text(manifestStatus().get("health"));
  }

  private Map<String, Object> reflected() {
    return ObjectTree.map(manifestStatus().get("status"));
  }

  private Object replicas() {
    return ObjectTree.map(fleet.manifest("m1", WEB).orElseThrow().get("spec")).get("replicas");
  }

  /** Waits, and holds that nothing is written meanwhile. */
  private void settle() {
    String version = work().get().getMetadata().getResourceVersion();
    await()
        .during(Duration.ofMillis(300))
        .until(() -> work().get().getMetadata().getResourceVersion(), version::equals);
  }

  private static void soon(ThrowingRunnable expectation) {
    await().pollInterval(Duration.ofMillis(10)).untilAsserted(expectation);
  }
}
