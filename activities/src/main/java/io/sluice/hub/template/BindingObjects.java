package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.BindingName;
import java.util.List;
import java.util.Optional;

/**
 * Holds the objects that the rollout of a binding depends on.
 *
 * @param template empty when it is gone, or of another UID than the binding was made for
 * @param requiring the bindings of the workloads that need the template
 * @param works of the binding
 * @param clusters all ManagedClusters
 * @param calendars those that may bind its Rollout
 * @param approvals decides whether rules of approvals may be used
 */
public record BindingObjects(
    BindingName name,
    Optional<GenericKubernetesResource> binding,
    Optional<GenericKubernetesResource> rollout,
    Optional<GenericKubernetesResource> template,
    List<GenericKubernetesResource> requiring,
    List<GenericKubernetesResource> works,
    List<GenericKubernetesResource> clusters,
    CalendarObjects calendars,
    ApprovalGuard approvals) {
  public BindingObjects {
    requireNonNull(name, "name is null");
    requireNonNull(binding, "binding is null");
    requireNonNull(rollout, "rollout is null");
    requireNonNull(template, "template is null");
    requiring = List.copyOf(requiring);
    works = List.copyOf(works);
    clusters = List.copyOf(clusters);
    requireNonNull(calendars, "calendars is null");
    requireNonNull(approvals, "approvals is null");
  }
}
