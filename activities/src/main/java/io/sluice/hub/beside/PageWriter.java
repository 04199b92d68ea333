package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverridePage;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyObjects;
import java.util.List;
import java.util.Optional;

/**
 * Writes pages of an override, each with the resourceVersion on which it was decided.
 *
 * <p>A conflict is left to the caller, who reads again and decides anew.
 */
public final class PageWriter {
  private final HubApi hub;

  public PageWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /**
   * Writes these pages; one that does not exist is created, which takes a request more.
   *
   * @param objects what the pages were planned from
   */
  public void write(PolicyObjects objects, List<OverridePage> pages) {
    OverrideNames override = new OverrideNames(objects);
    for (OverridePage page : pages) {
      String name = page.name(objects.policy());
      Optional<GenericKubernetesResource> there =
          override.pages().stream()
              .filter(object -> object.getMetadata().getName().equals(name))
              .findFirst();
      GenericKubernetesResource object =
          there.orElseGet(
              () ->
                  hub.create(
                      Kinds.PLACEMENT_DECISION,
                      PageObjects.fresh(
                          objects.policy(), override.placement().orElseThrow(), page.number())));
      hub.updateStatus(Kinds.PLACEMENT_DECISION, PageObjects.with(object, page));
    }
  }
}
