package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.propagation.Targets;
import java.util.Collection;

/**
 * Warns of bindings that do not do what they say, once for each state of them (policy-propagation
 * 2.2, 5.2 and 15).
 */
public final class PlacementBindingEvents {
  private final EventRecorder events;

  public PlacementBindingEvents(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Warns of the bindings of one policy. */
  public void report(PolicyObjects objects, Targets targets) {
    warn(
        objects,
        targets.bindingsInBothSpellings(),
        "InvalidBinding",
        "remediationActionOverride is set, and so is bindingOverrides or subFilter, the newer"
            + " spelling of the same, which counts. Remove remediationActionOverride.");
    warn(
        objects,
        targets.ignoredOverrides(),
        "OverrideIgnored",
        "The override has no effect on policy %s: its rollout strategy decides when a cluster enforces. Remove the override, or the strategy of the policy."
            .formatted(objects.policy()));
  }

  private void warn(
      PolicyObjects objects, Collection<String> names, String reason, String message) {
    if (names.isEmpty()) {
      return;
    }
    for (GenericKubernetesResource binding : objects.bindings()) {
      if (names.contains(binding.getMetadata().getName())) {
        events.warning(
            EventSubject.of(binding),
            reason,
            message,
            "generation " + HubObjects.generation(binding));
      }
    }
  }
}
