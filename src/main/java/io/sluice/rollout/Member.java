package io.sluice.rollout;

import java.time.Instant;
import java.util.Optional;

/** Names a member of an attempt and the index of its group in {@link AttemptState#groups()}. */
public sealed interface Member permits ClusterState, PendingCluster {
  String cluster();

  int group();

  /** Returns when the attempt dispatched it first; empty if it did not. */
  default Optional<Instant> firstDispatch() {
    return Optional.empty();
  }
}
