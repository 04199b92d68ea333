package io.sluice.tools.handover;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.write.PolicyStatusWriter;
import io.sluice.policy.JsonTree;
import io.sluice.status.RolloutCondition;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes what Sluice alone writes into the status of root policies: OCM's propagator does not know
 * these fields, and would leave them there for as long as nothing else changes.
 */
final class RootStatusCleaner {
  private static final int TRIES = 5;
  private static final String ROLLOUT_STATUS = "rolloutStatus";
  private static final String CONDITIONS = "conditions";

  private final HubApi hub;
  private final PolicyStatusWriter writer;

  RootStatusCleaner(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.writer = new PolicyStatusWriter(client, Kinds.POLICY, clock);
  }

  /** Returns whether there is something to remove. */
  static boolean needed(GenericKubernetesResource root) {
    return !PolicyStatusWriter.upToDate(root, cleaned(root));
  }

  /** Writes the status without these fields, with one request unless others write it too. */
  void clean(GenericKubernetesResource root) {
    Optional<GenericKubernetesResource> next = Optional.of(root);
    for (int i = 0; i < TRIES && next.filter(RootStatusCleaner::needed).isPresent(); i++) {
      if (writer.write(next.get(), cleaned(next.get()))) {
        return;
      }
      next = hub.get(Kinds.POLICY, root.getMetadata().getNamespace(), root.getMetadata().getName());
    }
  }

  private static Map<String, Object> cleaned(GenericKubernetesResource root) {
    Map<String, Object> status = new LinkedHashMap<>(HubObjects.part(root, "status"));
    status.remove(ROLLOUT_STATUS);
    if (status.containsKey("status")) {
      status.put(
          "status", JsonTree.maps(status, "status").stream().map(RootStatusCleaner::row).toList());
    }
    List<Map<String, Object>> others =
        JsonTree.maps(status, CONDITIONS).stream()
            .filter(condition -> !RolloutCondition.ACCEPTED.equals(condition.get("type")))
            .toList();
    if (others.isEmpty()) {
      status.remove(CONDITIONS);
    } else {
      status.put(CONDITIONS, others);
    }
    return status;
  }

  private static Map<String, Object> row(Map<String, Object> row) {
    Map<String, Object> cleaned = new LinkedHashMap<>(row);
    cleaned.remove(ROLLOUT_STATUS);
    return cleaned;
  }
}
