package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads from the hub which clusters a policy does not select at this moment (rollout-strategy 3.2).
 */
public final class LiveSelection {
  private final HubReader reader;
  private final LiveClusters clusters;
  private final Clock clock;

  public LiveSelection(HubReader reader, LiveClusters clusters, Clock clock) {
    this.reader = requireNonNull(reader, "reader is null");
    this.clusters = requireNonNull(clusters, "clusters is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns which clusters are not selected; none while the placements are not coherent. */
  public Predicate<String> unselected(PolicyName policy) {
    PolicyContext live = read(policy);
    if (live.root().isEmpty()) {
      return cluster -> true;
    }
    Set<String> selected =
        Set.copyOf(live.targets(live.root().orElseThrow().snapshot()).replicas());
    return clusters.outside(cluster -> !live.coherent() || selected.contains(cluster));
  }

  /** Returns what decides about a policy. */
  public PolicyContext read(PolicyName policy) {
    return PolicyContext.of(reader.read(policy), clock.instant());
  }

  /** Returns whether the hub has a ManagedCluster of that name. */
  public boolean managed(String cluster) {
    return clusters.read(cluster).isPresent();
  }
}
