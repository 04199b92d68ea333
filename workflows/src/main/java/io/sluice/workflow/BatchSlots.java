package io.sluice.workflow;

import io.sluice.workflow.HubActivities.Batch;
import java.util.HashSet;
import java.util.Set;

/** Keeps which clusters have a batch under way, and limits the number of these batches. */
final class BatchSlots {
  private static final int MOST = 4;

  /** Only asked for members, so its order does not matter. */
  private final Set<String> clusters = new HashSet<>();

  private int taken;

  boolean free() {
    return taken < MOST;
  }

  boolean allFree() {
    return taken == 0;
  }

  /** Returns whether a batch with this cluster is under way. */
  boolean has(String cluster) {
    return clusters.contains(cluster);
  }

  void take(Batch batch) {
    taken++;
    clusters.addAll(batch.clusters());
  }

  void release(Batch batch) {
    taken--;
    batch.clusters().forEach(clusters::remove);
  }
}
