package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.rollout.lifecycle.StagingWay;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds a fleet with what OCM's propagator keeps of none of its replicas, as a worker knows it that
 * begins now: the dispatches that the pages of the override name, and when contents changed last
 * (policy-propagation 14.2, rollout-strategy 6.3).
 */
record PropagatedFleet(
    PreviewedFleet fleet, PropagatedChanges changes, OverriddenReplicas overridden) {
  PropagatedFleet {
    requireNonNull(fleet, "fleet is null");
    requireNonNull(changes, "changes is null");
    requireNonNull(overridden, "overridden is null");
  }

  static PropagatedFleet of(PreviewedFleet read, Clock clock) {
    PropagatedChanges changes = new PropagatedChanges(clock);
    read.replicas()
        .forEach(
            (cluster, replica) ->
                changes.seen(Optional.empty(), replica, () -> read.times().get(cluster)));
    OverriddenReplicas overridden =
        new OverriddenReplicas(new ReplicaStore(), changes, policy -> List.of());
    PolicyObjects objects = read.context().objects();
    return new PropagatedFleet(
        objects.way() == StagingWay.OVERRIDE
            ? read.with(listed(read.replicas(), overridden, entries(objects)))
            : read,
        changes,
        overridden);
  }

  private static Map<String, OverrideEntry> entries(PolicyObjects objects) {
    return OverridePage.byCluster(
        PageObjects.parse(objects.policy(), new OverrideNames(objects).pages()));
  }

  private static Map<String, CachedReplica> listed(
      Map<String, CachedReplica> replicas,
      OverriddenReplicas overridden,
      Map<String, OverrideEntry> entries) {
    Map<String, CachedReplica> listed = new TreeMap<>();
    replicas.forEach(
        (cluster, found) ->
            listed.put(
                cluster, overridden.dispatched(found, Optional.ofNullable(entries.get(cluster)))));
    return listed;
  }

  /** Returns what is known of the last change of a replica's content. */
  Optional<Dispatch> lastChange(Replica replica) {
    return fleet.context().objects().way() == StagingWay.OVERRIDE
        ? overridden.lastChange(replica)
        : replica.ownDispatch();
  }
}
