package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the status of a binding: its conditions, and what was scheduled (lazy-activation 2.3). */
public final class BindingStatus {
  private final Map<String, Object> former;
  private final List<Map<String, Object>> conditions;
  private final Map<String, Object> status = new LinkedHashMap<>();
  private final String now;

  /** Builds it from the binding as it is; times of what did not change stay. */
  public BindingStatus(GenericKubernetesResource binding, Instant now) {
    this.former = HubObjects.part(binding, "status");
    this.conditions = new ArrayList<>(JsonTree.maps(former, "conditions"));
    this.now = now.truncatedTo(ChronoUnit.SECONDS).toString();
    long generation = HubObjects.generation(binding);
    if (JsonTree.number(former, "schedulerObservedGeneration") != generation) {
      status.put("schedulerObservedGeneration", generation);
      status.put("lastScheduledTime", this.now);
    }
  }

  /** Sets a condition. */
  public BindingStatus condition(String type, boolean holds, String reason, String message) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", type);
    condition.put("status", holds ? "True" : "False");
    condition.put("reason", reason);
    condition.put("message", message);
    condition.put("lastTransitionTime", since(type, holds));
    for (int i = 0; i < conditions.size(); i++) {
      if (type.equals(conditions.get(i).get("type"))) {
        conditions.set(i, condition);
        return this;
      }
    }
    conditions.add(condition);
    return this;
  }

  private Object since(String type, boolean holds) {
    return conditions.stream()
        .filter(condition -> type.equals(condition.get("type")))
        .filter(condition -> (holds ? "True" : "False").equals(condition.get("status")))
        .map(condition -> condition.get("lastTransitionTime"))
        .filter(String.class::isInstance)
        .findFirst()
        .orElse(now);
  }

  /** Returns what is to be written. */
  public Map<String, Object> tree() {
    status.put("conditions", conditions);
    return status;
  }
}
