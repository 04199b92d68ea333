package io.sluice.worker;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.karmada.KarmadaKinds;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Plays what applies Works in members: reports each as applied, and its health. */
final class MemberExecutor implements AutoCloseable {
  private final KubernetesClient client;
  private volatile boolean namesGeneration = true;
  private final Set<String> sick = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();

  /** Starts to report; its condition says of which generation it is. */
  MemberExecutor(KubernetesClient client) {
    this.client = client;
    looks.scheduleWithFixedDelay(this::look, 0, 100, TimeUnit.MILLISECONDS);
  }

  /** Its condition names no generation any more. */
  void withoutGeneration() {
    namesGeneration = false;
  }

  /** What that cluster applies from now on is not healthy. */
  void sicken(String cluster) {
    sick.add(cluster);
  }

  /** The next write of a Work there is healthy again. */
  void heal(String cluster) {
    sick.remove(cluster);
  }

  private void look() {
    for (GenericKubernetesResource work :
        client.genericKubernetesResources(KarmadaKinds.WORK).inAnyNamespace().list().getItems()) {
      try {
        report(work);
      } catch (KubernetesClientException e) {
        if (e.getCode() != 404 && e.getCode() != 409) {
          throw e;
        }
      }
    }
  }

  private void report(GenericKubernetesResource work) {
    String cluster = work.getMetadata().getNamespace().substring("karmada-es-".length());
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", "Applied");
    condition.put("status", "True");
    condition.put("reason", "AppliedSuccessful");
    condition.put("message", "");
    condition.put("lastTransitionTime", "2026-03-01T10:00:00Z");
    if (namesGeneration) {
      condition.put("observedGeneration", HubObjects.generation(work));
    }
    String health = sick.contains(cluster) ? "Unhealthy" : "Healthy";
    Map<String, Object> status =
        Map.of(
            "conditions",
            List.of(condition),
            "manifestStatuses",
            List.of(Map.of("identifier", Map.of("ordinal", 0), "health", health)));
    Map<String, Object> present = HubObjects.part(work, "status");
    if (!JsonTree.maps(present, "conditions").equals(status.get("conditions"))
        || !JsonTree.maps(present, "manifestStatuses").equals(status.get("manifestStatuses"))) {
      client
          .genericKubernetesResources(KarmadaKinds.WORK)
          .inNamespace(work.getMetadata().getNamespace())
          .withName(work.getMetadata().getName())
          .subresource("status")
          .patch(PatchContext.of(PatchType.JSON_MERGE), HubObjects.json(Map.of("status", status)));
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
    try {
      looks.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}
