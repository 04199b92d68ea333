package io.sluice.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.template.PropagationHub;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.template.ResourceId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.core.ThrowingRunnable;

/**
 * Stands on a hub where a template waits for the approval of its first group, and an edit of its
 * policy waits for a change of the template.
 */
final class TemplateScene implements Scene {
  private static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "shop", "web");
  private static final String STRATEGY =
      "sluice.io/rollout-strategy: '{type: manualPerGroup, groupStrategy: {decisionGroups:"
          + " [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {name:"
          + " m2}}}}]}}'";

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final PropagationHub hub = new PropagationHub(HubClient.ofUrl(server.url()));
  private final Object spec;

  private TemplateScene() {
    hub.clusters(List.of("m1", "m2", "m3"));
    hub.apply(yaml("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}"));
    hub.apply(yaml("{apiVersion: v1, kind: Namespace, metadata: {name: open-cluster-management}}"));
    hub.start();
    hub.apply(policy("", "m1, m2"));
    hub.apply(web(1));
    soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("m1", "m2"));
    hub.apply(policy(STRATEGY, "m2, m3"));
    soon(() -> assertThat(activated()).containsEntry("reason", "PendingUserChange"));
    hub.apply(web(2));
    soon(() -> assertThat(activated()).containsEntry("status", "True"));
    hub.apply(policy(STRATEGY, "m1, m3"));
    soon(() -> assertThat(activated()).containsEntry("reason", "PendingUserChange"));
    hub.stop();
    publish();
    spec = rollout().getAdditionalProperties().getOrDefault("spec", Map.of());
  }

  static TemplateScene open() {
    return new TemplateScene();
  }

  /** Writes what a run reports that waits for the first approval. */
  private void publish() {
    GenericKubernetesResource rollout = rollout();
    Map<String, Object> status = HubObjects.part(rollout, "status");
    status.putAll(
        yaml(
            """
            phase: WaitingForApproval
            attempt: 1
            runOpen: true
            rolloutUID: 8f1c
            currentRolloutGeneration: 2
            waitingFor: Waiting for approval of group canary (1 cluster).
            decisionGroups:
            - {placement: web-deployment, groupName: canary, groupIndex: 0, counts: {clusters: 1, toApply: 1}}
            - {placement: web-deployment, groupName: rest, groupIndex: 1, counts: {clusters: 1, toApply: 1}}
            """));
    rollout.setAdditionalProperty("status", status);
    client.resource(rollout).updateStatus();
  }

  private Map<String, Object> activated() {
    return JsonTree.maps(HubObjects.part(hub.binding(WEB).orElseThrow(), "status"), "conditions")
        .stream()
        .filter(condition -> "Activated".equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of());
  }

  private GenericKubernetesResource rollout() {
    return client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("shop")
        .withName("binding-web-deployment")
        .get();
  }

  private static Map<String, Object> policy(String annotation, String clusters) {
    return yaml(
        """
        apiVersion: policy.karmada.io/v1alpha1
        kind: PropagationPolicy
        metadata: {name: spread, namespace: shop, annotations: {%s}}
        spec:
          activationPreference: Lazy
          resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
          placement: {clusterAffinity: {clusterNames: [%s]}}
        """
            .formatted(annotation, clusters));
  }

  private static Map<String, Object> web(int version) {
    return yaml(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec: {template: {spec: {containers: [{name: web, image: "web:%d"}]}}}
        """
            .formatted(version));
  }

  private static Map<String, Object> yaml(String yaml) {
    return JsonTree.map(Serialization.unmarshal("---\n" + yaml, Map.class));
  }

  private static void soon(ThrowingRunnable claim) {
    await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(50)).untilAsserted(claim);
  }

  @Override
  public String hub() {
    return server.url();
  }

  /** Nothing listens there: a template's rollout is shown from the hub alone. */
  @Override
  public String temporal() {
    return "127.0.0.1:1";
  }

  @Override
  public String namespace() {
    return "shop";
  }

  @Override
  public String subject() {
    return "Deployment/web";
  }

  @Override
  public String group() {
    return "canary";
  }

  @Override
  public List<String> clusters() {
    return List.of("m2", "m3");
  }

  @Override
  public String during() {
    return "2026-03-01T22:00:00Z";
  }

  @Override
  public Path history(Path folder) {
    throw new IllegalStateException("no run was recorded");
  }

  @Override
  public void restore() {
    GenericKubernetesResource now = rollout();
    if (!spec.equals(now.getAdditionalProperties().getOrDefault("spec", Map.of()))) {
      now.setAdditionalProperty("spec", spec);
      GenericKubernetesResource restored = client.resource(now).update();
      Map<String, Object> status = new TreeMap<>(HubObjects.part(restored, "status"));
      status.put("observedGeneration", restored.getMetadata().getGeneration());
      restored.setAdditionalProperty("status", status);
      client.resource(restored).updateStatus();
    }
  }

  @Override
  public void close() {
    hub.close();
    client.close();
    server.close();
  }
}
