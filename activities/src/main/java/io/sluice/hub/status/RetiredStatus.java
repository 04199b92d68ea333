package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.status.RolloutCondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reduces the status of a policy that is no longer rolled out (rollout-strategy 3.8). */
public final class RetiredStatus {
  /** What waits for receivers is told all the same (between-waves N2). */
  private static final List<String> OUTLASTING =
      List.of("attempt", RolloutStatusTree.ACTIVATION, RolloutStatusTree.NOTIFICATIONS);

  private static final List<String> SUCCESS =
      List.of("lastSuccessful", "lastSuccessfulRevision", "rolloutStatus");

  private RetiredStatus() {}

  public static RetirementAction.RolloutState view(
      GenericKubernetesResource object, Optional<String> lost) {
    Map<String, Object> status = RolloutStatusTree.status(object);
    boolean runLost = lost.isPresent() && lost.equals(JsonTree.text(status, "rolloutUID"));
    return new RetirementAction.RolloutState(
        RolloutStatusTree.open(object) && !runLost,
        !HubObjects.part(object, "spec").isEmpty() || waits(status),
        status.keySet().stream().anyMatch(field -> !OUTLASTING.contains(field)),
        SUCCESS.stream().anyMatch(status::containsKey));
  }

  private static boolean waits(Map<String, Object> status) {
    return !JsonTree.list(JsonTree.map(status, RolloutStatusTree.NOTIFICATIONS), "pending")
        .isEmpty();
  }

  public static Map<String, Object> cleared(Map<String, Object> former) {
    Map<String, Object> status = new LinkedHashMap<>(former);
    status.keySet().retainAll(OUTLASTING);
    return status;
  }

  public static Map<String, Object> withoutSuccess(Map<String, Object> former) {
    Map<String, Object> status = new LinkedHashMap<>(former);
    status.keySet().removeAll(SUCCESS);
    return RolloutStatusTree.of(status)
        .withoutCondition(RolloutCondition.LAST_SUCCESSFUL_STORED)
        .tree();
  }
}
