package io.sluice.simulator.spoke;

import java.time.Instant;
import java.util.Map;

/** Stands for the cluster around one policy: its temper, its other policies, its memory. */
interface SpokeCluster {
  String cluster();

  SpokeBehaviour behaviour();

  /** Says whether a dependency is there and has the compliance it must have. */
  boolean meets(Map<String, Object> dependency);

  /** Says whether a template of another policy holds this object. */
  boolean ownedElsewhere(String identity, String policy);

  /** Tells the other policies that something they may depend on has changed. */
  void neighbourChanged(String policy, Instant now);

  void judged(SpokeVerdict verdict);

  void pruned(SpokePruning pruning);
}
