package io.sluice.rollout;

/** Names a member of an attempt and the index of its group in {@link AttemptState#groups()}. */
public sealed interface Member permits ClusterState, PendingCluster {
  String cluster();

  int group();
}
