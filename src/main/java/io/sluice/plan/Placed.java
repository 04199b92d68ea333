package io.sluice.plan;

/** Names a member of an attempt and the place of its group in {@link AttemptState#groups()}. */
sealed interface Placed permits ClusterState, Waiting {
  String cluster();

  int group();
}
