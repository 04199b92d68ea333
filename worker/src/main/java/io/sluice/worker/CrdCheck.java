package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import java.util.List;

/** Checks that a hub serves all kinds that a rollout needs. */
final class CrdCheck {
  private static final List<ResourceDefinitionContext> OURS =
      List.of(Kinds.POLICY, Kinds.PLACEMENT_BINDING, Kinds.POLICY_SET, Kinds.ROLLOUT);
  private static final List<ResourceDefinitionContext> OCM =
      List.of(Kinds.PLACEMENT, Kinds.PLACEMENT_DECISION, Kinds.MANAGED_CLUSTER);

  private final KubernetesClient hub;

  CrdCheck(KubernetesClient hub) {
    this.hub = hub;
  }

  void check() {
    List<String> ours = missing(OURS);
    List<String> ocm = missing(OCM);
    if (ours.isEmpty() && ocm.isEmpty()) {
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
                ours.isEmpty() || ocm.isEmpty() ? "" : "; and ",
                ocm.isEmpty()
                    ? ""
                    : "the CRDs of OCM %s; install OCM there, or run kubectl apply -k deploy/crds/ocm"
                        .formatted(String.join(", ", ocm))));
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
