package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.OverridePage;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyObjects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes pages of an override, each with the resourceVersion on which it was decided.
 *
 * <p>A conflict is left to the caller, who reads again and decides anew.
 */
public final class PageWriter {
  private static final Set<Integer> REFUSALS = Set.of(400, 403, 413, 422);

  private final HubApi hub;

  public PageWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /**
   * Writes these pages as {@link #write} does; one that the hub refuses keeps none of the others
   * from being written.
   *
   * @param doing the operation and its object, for messages
   * @return why the hub refused a page, by its number
   */
  public Map<Integer, String> writeAccepted(
      String doing, PolicyObjects objects, List<OverridePage> pages) {
    Map<Integer, String> refused = new TreeMap<>();
    for (OverridePage page : pages) {
      try {
        write(objects, List.of(page));
      } catch (KubernetesClientException e) {
        HubException failure =
            HubException.of(doing, "update", Kinds.resource(Kinds.PLACEMENT_DECISION), e);
        if (!refuses(failure)) {
          throw e;
        }
        refused.put(page.number(), failure.getMessage());
      }
    }
    return refused;
  }

  /** Returns whether an answer is about the request, and not about a hub that fails. */
  public static boolean refuses(HubException failure) {
    return REFUSALS.contains(failure.code());
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
