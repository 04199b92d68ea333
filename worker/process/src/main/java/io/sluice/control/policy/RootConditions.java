package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.HubTemplates;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Nesting;
import io.sluice.policy.Problem;
import io.sluice.policy.admission.ContentSize;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.RolloutCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes {@code status.conditions} of a root: why nothing is written for its present version. An
 * unstaged policy has no Rollout object that could say it (policy-propagation 10).
 */
public final class RootConditions {
  static final String FIELD = "conditions";

  private RootConditions() {}

  /** Returns why an unstaged policy is not propagated. */
  public static Optional<Refusal> refusal(RootPolicy root) {
    List<Problem> problems = new ArrayList<>(HubTemplates.unsupported(root.snapshot()));
    ContentSize.problem(root.size()).ifPresent(problems::add);
    Nesting.problem(root.snapshot()).ifPresent(problems::add);
    return problems.isEmpty() ? Optional.empty() : Optional.of(Refusal.of(root.name(), problems));
  }

  /**
   * Returns the conditions; none when the policy is propagated.
   *
   * @param undone why the policy was stopped, if its writes were undone
   * @param object the root as it was read, with the conditions that it has
   */
  static List<Map<String, Object>> of(
      PolicyContext context,
      Optional<Problem> undone,
      GenericKubernetesResource object,
      Instant now) {
    return context
        .root()
        .filter(root -> !root.disabled() && !context.strategy().staged())
        .flatMap(
            root ->
                refusal(root)
                    .or(() -> undone.map(problem -> Refusal.of(root.name(), List.of(problem))))
                    .map(refusal -> refused(refusal, root, object, now)))
        .map(List::of)
        .orElse(List.of());
  }

  private static Map<String, Object> refused(
      Refusal refusal, RootPolicy root, GenericKubernetesResource object, Instant now) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", RolloutCondition.ACCEPTED);
    condition.put("status", "False");
    condition.put("reason", refusal.reason());
    condition.put("message", refusal.message());
    condition.put("observedGeneration", root.generation());
    condition.put("lastTransitionTime", since(object, now));
    return condition;
  }

  private static String since(GenericKubernetesResource object, Instant now) {
    return JsonTree.maps(HubObjects.part(object, "status"), FIELD).stream()
        .filter(former -> RolloutCondition.ACCEPTED.equals(former.get("type")))
        .flatMap(former -> JsonTree.text(former, "lastTransitionTime").stream())
        .findFirst()
        .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
