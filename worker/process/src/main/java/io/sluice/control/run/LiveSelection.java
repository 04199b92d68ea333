package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads from the hub which clusters a policy does not select at this moment (rollout-strategy 3.2):
 * caches only propose, because a process that was suspended acts on what it saw before.
 */
public final class LiveSelection {
  private final HubReader reader;
  private final HubApi hub;
  private final Predicate<String> managed;
  private final Clock clock;

  /**
   * Creates a reader.
   *
   * @param managed whether the caches have a ManagedCluster of that name
   */
  public LiveSelection(HubReader reader, HubApi hub, Predicate<String> managed, Clock clock) {
    this.reader = requireNonNull(reader, "reader is null");
    this.hub = requireNonNull(hub, "hub is null");
    this.managed = requireNonNull(managed, "managed is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Returns which clusters are not selected. One without a ManagedCluster in the caches must be
   * gone from the hub, too.
   */
  public Predicate<String> unselected(PolicyName policy) {
    PolicyContext live = read(policy);
    if (live.root().isEmpty()) {
      return cluster -> true;
    }
    Set<String> selected =
        new HashSet<>(live.targets(live.root().orElseThrow().snapshot()).replicas());
    return cluster ->
        live.coherent()
            && !selected.contains(cluster)
            && (managed.test(cluster) || !managed(cluster));
  }

  /** Returns what decides about a policy. */
  public PolicyContext read(PolicyName policy) {
    return PolicyContext.of(reader.read(policy), clock.instant());
  }

  /** Returns whether the hub has a ManagedCluster of that name. */
  public boolean managed(String cluster) {
    return hub.get(Kinds.MANAGED_CLUSTER, "", cluster).isPresent();
  }
}
