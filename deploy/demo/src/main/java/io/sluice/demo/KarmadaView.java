package io.sluice.demo;

import static java.util.stream.Collectors.joining;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.work.WorkRenderer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Shows where a template is, as its Works say, and what waits, as its binding does.
 *
 * @param clusters content and health by cluster
 * @param pending why the activation waits; empty while nothing waits
 * @param rollout what a staged rollout waits for, or how it ended; empty without one
 */
record KarmadaView(
    Map<String, Held> clusters, Optional<String> pending, Optional<Rollout> rollout) {

  /** Holds what a member has of the template; {@code health} is empty until it has reported. */
  record Held(String content, String health) {
    boolean healthy() {
      return health.equals("Healthy");
    }

    @Override
    public String toString() {
      return content
          + switch (health) {
            case "" -> " on its way";
            case "Healthy" -> " healthy";
            default -> " not healthy yet";
          };
    }
  }

  /** Holds how far a staged rollout is. */
  record Rollout(String phase, String outcome, String message) {}

  static KarmadaView read(KubernetesClient hub, ResourceId template) {
    Map<String, Held> clusters = new TreeMap<>();
    hub.genericKubernetesResources(KarmadaKinds.WORK).inAnyNamespace().list().getItems().stream()
        .filter(work -> !HubObjects.deleting(work))
        .forEach(
            work -> {
              Map<String, Object> manifest = WorkRenderer.manifest(HubObjects.part(work, "spec"));
              if (ResourceId.of(manifest).equals(template)) {
                clusters.put(
                    cluster(work), new Held(KarmadaExample.content(manifest), health(work)));
              }
            });
    return new KarmadaView(clusters, pending(hub, template), rollout(hub, template));
  }

  private static String cluster(GenericKubernetesResource work) {
    return work.getMetadata().getNamespace().substring(KarmadaKeys.EXECUTION_NAMESPACE.length());
  }

  /** The health of a version that the member has not applied yet is that of the former one. */
  private static String health(GenericKubernetesResource work) {
    Map<String, Object> status = HubObjects.part(work, "status");
    boolean applied =
        JsonTree.maps(status, "conditions").stream()
            .filter(condition -> "Applied".equals(condition.get("type")))
            .anyMatch(
                condition ->
                    JsonTree.number(condition, "observedGeneration")
                        >= HubObjects.generation(work));
    return applied
        ? JsonTree.maps(status, "manifestStatuses").stream()
            .flatMap(manifest -> JsonTree.text(manifest, "health").stream())
            .findFirst()
            .orElse("")
        : "";
  }

  private static Optional<String> pending(KubernetesClient hub, ResourceId template) {
    return Optional.ofNullable(
            hub.genericKubernetesResources(KarmadaKinds.RESOURCE_BINDING)
                .inNamespace(template.namespace())
                .withName(template.bindingName())
                .get())
        .flatMap(
            binding ->
                JsonTree.maps(HubObjects.part(binding, "status"), "conditions").stream()
                    .filter(condition -> "Activated".equals(condition.get("type")))
                    .filter(condition -> "False".equals(condition.get("status")))
                    .flatMap(condition -> JsonTree.text(condition, "message").stream())
                    .findFirst());
  }

  private static Optional<Rollout> rollout(KubernetesClient hub, ResourceId template) {
    return Optional.ofNullable(
            hub.genericKubernetesResources(Kinds.ROLLOUT)
                .inNamespace(template.namespace())
                .withName("binding-" + template.bindingName())
                .get())
        .map(rollout -> HubObjects.part(rollout, "status"))
        .map(
            status ->
                new Rollout(
                    JsonTree.text(status, "phase").orElse(""),
                    JsonTree.text(status, "outcome").orElse(""),
                    JsonTree.text(status, "waitingFor").orElse("")));
  }

  /** Returns whether these clusters and no others have that content, and report it healthy. */
  boolean settled(List<String> wanted, String content) {
    return clusters.keySet().equals(Set.copyOf(wanted))
        && clusters.values().stream()
            .allMatch(held -> held.content().equals(content) && held.healthy());
  }

  /** Returns whether nothing waits and no staged rollout is under way. */
  boolean done() {
    return pending.isEmpty()
        && rollout.filter(staged -> !staged.outcome().equals("Succeeded")).isEmpty();
  }

  /** Returns whether a staged rollout has ended without success. */
  boolean failed() {
    return rollout
        .filter(ended -> !ended.outcome().isEmpty() && !ended.outcome().equals("Succeeded"))
        .isPresent();
  }

  /** Formats one line. */
  String where() {
    return clusters.isEmpty()
        ? "no cluster"
        : clusters.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(joining(", "));
  }
}
