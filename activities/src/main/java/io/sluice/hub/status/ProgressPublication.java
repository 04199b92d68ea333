package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import io.sluice.status.RolloutCondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Recognizes that the open run of an attempt has published how far it has come, and nothing else: a
 * pass over the policy reads none of that while the run is open.
 *
 * <p>Only what is named here is left out, so a field that is new, or unknown, counts as a change.
 */
public final class ProgressPublication {
  private static final Set<String> PROGRESS =
      Set.of(
          "observedGeneration",
          "rolloutStatus",
          "phase",
          "waitingFor",
          "waitingSince",
          "waitedForPeopleSeconds",
          "progress",
          "reason",
          "nextCheckAt",
          "decisionGroups",
          "decisionGroupsOmitted",
          "counts",
          "held",
          "evidence",
          "exceptions",
          "exceptionsOmitted",
          "approvals",
          "approvalsOmitted");

  private ProgressPublication() {}

  /**
   * Returns whether nothing else differs between two states of a Rollout whose generation, labels
   * and annotations are the same.
   */
  public static boolean separates(
      GenericKubernetesResource former, GenericKubernetesResource present) {
    return RolloutStatusTree.open(former)
        && RolloutStatusTree.open(present)
        && Objects.equals(
            former.getMetadata().getOwnerReferences(), present.getMetadata().getOwnerReferences())
        && Objects.equals(
            former.getMetadata().getFinalizers(), present.getMetadata().getFinalizers())
        && rest(former).equals(rest(present));
  }

  private static Map<String, Object> rest(GenericKubernetesResource rollout) {
    Map<String, Object> rest = new LinkedHashMap<>(RolloutStatusTree.status(rollout));
    rest.keySet().removeAll(PROGRESS);
    rest.put(RolloutStatusTree.CONDITIONS, lasting(rollout));
    return rest;
  }

  /** The conditions that do not follow from the progress. */
  private static List<Map<String, Object>> lasting(GenericKubernetesResource rollout) {
    return JsonTree.maps(RolloutStatusTree.status(rollout), RolloutStatusTree.CONDITIONS).stream()
        .filter(
            condition ->
                JsonTree.text(condition, "type")
                    .filter(RolloutCondition.DERIVED::contains)
                    .isEmpty())
        .toList();
  }
}
