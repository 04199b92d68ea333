package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads from the hub whether clusters have left at this moment (rollout-strategy 3.2): caches only
 * propose, because a process that was suspended acts on what it saw before.
 */
public final class LiveClusters {
  private final HubApi hub;
  private final Predicate<String> managed;

  /**
   * Creates a reader.
   *
   * @param managed whether the caches have a ManagedCluster of that name
   */
  public LiveClusters(HubApi hub, Predicate<String> managed) {
    this.hub = requireNonNull(hub, "hub is null");
    this.managed = requireNonNull(managed, "managed is null");
  }

  /**
   * Returns which clusters have left. One without a ManagedCluster in the caches must be gone from
   * the hub, too.
   *
   * @param selected as the hub selects them now
   */
  public Predicate<String> outside(Predicate<String> selected) {
    return cluster -> !selected.test(cluster) && (managed.test(cluster) || read(cluster).isEmpty());
  }

  /** Returns the ManagedCluster of that name, as the hub has it. */
  public Optional<GenericKubernetesResource> read(String cluster) {
    return hub.get(Kinds.MANAGED_CLUSTER, "", cluster);
  }
}
