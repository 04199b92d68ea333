package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import java.util.List;

/** Makes sure that a hub serves the kinds without which nothing can be rolled out. */
final class CrdCheck {
  private static final List<ResourceDefinitionContext> OURS =
      List.of(Kinds.POLICY, Kinds.PLACEMENT_BINDING, Kinds.POLICY_SET, Kinds.ROLLOUT);
  private static final List<ResourceDefinitionContext> OF_OCM =
      List.of(Kinds.PLACEMENT, Kinds.PLACEMENT_DECISION, Kinds.MANAGED_CLUSTER);

  private final KubernetesClient hub;

  CrdCheck(KubernetesClient hub) {
    this.hub = hub;
  }

  void check() {
    List<String> ours = missing(OURS);
    List<String> others = missing(OF_OCM);
    if (ours.isEmpty() && others.isEmpty()) {
      return;
    }
    throw new IllegalStateException(
        "Cannot run on the hub at %s: it lacks %s%s%s."
            .formatted(
                hub.getMasterUrl().toString().replaceAll("/$", ""),
                ours.isEmpty()
                    ? ""
                    : "the CRDs %s; run kubectl apply -k deploy/crds"
                        .formatted(String.join(", ", ours)),
                ours.isEmpty() || others.isEmpty() ? "" : "; and ",
                others.isEmpty()
                    ? ""
                    : "the CRDs of OCM %s; install OCM there, or run kubectl apply -k deploy/crds/ocm"
                        .formatted(String.join(", ", others))));
  }

  private List<String> missing(List<ResourceDefinitionContext> kinds) {
    try {
      return kinds.stream()
          .filter(kind -> !hub.supports(Kinds.apiVersion(kind), kind.getKind()))
          .map(Kinds::resource)
          .toList();
    } catch (KubernetesClientException e) {
      throw HubCheck.failure(hub, e);
    }
  }
}
