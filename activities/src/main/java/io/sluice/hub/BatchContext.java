package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.PolicyName;
import java.util.Optional;

/** Gathers what the batches of an attempt read and write with. */
record BatchContext(
    ContentResolver contents,
    Batches batches,
    ReplicaWriter writer,
    ReplicaStore store,
    HubApi hub) {
  BatchContext {
    requireNonNull(contents, "contents is null");
    requireNonNull(batches, "batches is null");
    requireNonNull(writer, "writer is null");
    requireNonNull(store, "store is null");
    requireNonNull(hub, "hub is null");
  }

  /** Writes over the replica as an informer knows it: old news cost a conflict. */
  WriteResult write(DesiredReplica wish) {
    return writer.write(wish, store.replica(wish.policy(), wish.cluster()));
  }

  Optional<CachedReplica> read(PolicyName policy, String cluster) {
    return writer.read(policy, cluster);
  }

  boolean unreachable(String cluster) {
    return Reachability.unreachable(hub.get(Kinds.MANAGED_CLUSTER, "", cluster));
  }
}
