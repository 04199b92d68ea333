package io.sluice.tools.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import java.util.ArrayList;
import java.util.List;

/** Reads from a hub what Placements are evaluated from. */
public final class PlacementObjectsReader {
  private final KubernetesClient client;
  private final HubApi hub;

  public PlacementObjectsReader(KubernetesClient client) {
    this.client = client;
    this.hub = new HubApi(client);
  }

  /** Reads the Placements of the hub, of every namespace. */
  PlacementObjects placements() {
    return new PlacementObjects(all(Kinds.PLACEMENT));
  }

  /** Reads those of a namespace. */
  public PlacementObjects placements(String namespace) {
    return new PlacementObjects(hub.list(Kinds.PLACEMENT, namespace));
  }

  /** Reads what every Placement of a namespace is evaluated from, without the Placements. */
  public PlacementObjects around(String namespace) {
    List<GenericKubernetesResource> objects = new ArrayList<>();
    objects.addAll(hub.listAll(Kinds.MANAGED_CLUSTER));
    objects.addAll(hub.listAll(Kinds.MANAGED_CLUSTER_SET));
    objects.addAll(hub.list(Kinds.MANAGED_CLUSTER_SET_BINDING, namespace));
    objects.addAll(all(Kinds.PLACEMENT_DECISION));
    objects.addAll(scores());
    return new PlacementObjects(objects);
  }

  /** Reads the scores; a hub without that kind has none. */
  private List<GenericKubernetesResource> scores() {
    try {
      return all(Kinds.ADD_ON_PLACEMENT_SCORE);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  private List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
    return client.genericKubernetesResources(kind).inAnyNamespace().list().getItems();
  }
}
