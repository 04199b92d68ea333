package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the rollouts of a namespace, or of all namespaces, in pages. */
public final class RolloutLister {
  private final HubApi hub;

  public RolloutLister(KubernetesClient client) {
    this.hub = new HubApi(requireNonNull(client, "client is null"));
  }

  /**
   * Returns the rollouts in the order of their namespaces and names.
   *
   * @param namespace empty for all
   */
  public List<RolloutSummary> list(Optional<String> namespace, Instant now) {
    List<GenericKubernetesResource> objects =
        namespace
            .map(name -> hub.list(Kinds.ROLLOUT, name))
            .orElseGet(() -> hub.listAll(Kinds.ROLLOUT, Map.of()));
    return objects.stream()
        .flatMap(object -> RolloutSummary.of(object, now).stream())
        .sorted(RolloutSummary.ORDER)
        .toList();
  }
}
