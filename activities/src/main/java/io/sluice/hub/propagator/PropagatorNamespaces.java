package io.sluice.hub.propagator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import java.util.List;

/**
 * Says where OCM's propagator keeps its Lease. A Lease of that name in any other namespace is
 * anybody's, and counts for nothing (policy-propagation 8.1).
 *
 * @param names at least one
 */
public record PropagatorNamespaces(List<String> names) {
  /** Where OCM installs it. */
  public static final PropagatorNamespaces DEFAULT =
      new PropagatorNamespaces(List.of("open-cluster-management", "open-cluster-management-hub"));

  public PropagatorNamespaces {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("names is empty");
    }
  }

  /** Lists the Leases on a hub that may be the propagator's. */
  public List<GenericKubernetesResource> read(KubernetesClient hub) {
    return leases(
        hub.genericKubernetesResources(Kinds.LEASE)
            .inAnyNamespace()
            .withField("metadata.name", PropagatorGuard.LEASE)
            .list()
            .getItems());
  }

  /** Returns those of these Leases that may be the propagator's. */
  public List<GenericKubernetesResource> leases(List<GenericKubernetesResource> named) {
    return named.stream()
        .filter(lease -> names.contains(lease.getMetadata().getNamespace()))
        .toList();
  }
}
