package io.sluice.tools.preview;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.ReplicaPort;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.PolicyName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Records the writes that a pass over one policy decides, and sends none. */
public final class ReplicaWriteRecorder implements ReplicaPort {
  private final Queue<PlannedWrite> writes = new ConcurrentLinkedQueue<>();
  private final Queue<PlannedRemoval> removals = new ConcurrentLinkedQueue<>();
  private final String because;

  /**
   * Creates an empty recorder.
   *
   * @param because why the pass deletes replicas, if it does
   */
  public ReplicaWriteRecorder(String because) {
    this.because = because;
  }

  @Override
  public WriteResult write(DesiredReplica desired, Optional<CachedReplica> cached) {
    PlannedWrite.of(desired, cached).ifPresent(writes::add);
    return WriteResult.gone(desired.on(cached));
  }

  @Override
  public WriteResult delete(
      PolicyName policy,
      String cluster,
      Optional<CachedReplica> cached,
      Predicate<CachedReplica> justified) {
    removals.add(new PlannedRemoval(cluster, policy.replicaName(), because));
    return WriteResult.gone(WriteResult.Kind.DELETED);
  }

  @Override
  public boolean delete(GenericKubernetesResource policy) {
    removals.add(
        new PlannedRemoval(
            policy.getMetadata().getNamespace(), policy.getMetadata().getName(), because));
    return true;
  }

  /** Returns the writes, by cluster. */
  public List<PlannedWrite> writes() {
    return writes.stream()
        .sorted(Comparator.comparing(PlannedWrite::cluster, ByteOrder.NAMES))
        .toList();
  }

  /** Returns the deletions, by cluster. */
  public List<PlannedRemoval> removals() {
    return removals.stream()
        .sorted(Comparator.comparing(PlannedRemoval::cluster, ByteOrder.NAMES))
        .toList();
  }
}
