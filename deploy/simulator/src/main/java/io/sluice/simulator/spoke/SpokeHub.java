package io.sluice.simulator.spoke;

import java.util.Optional;

/** Reads and writes replicas for the spokes; failures are those of fabric8. */
interface SpokeHub {
  /** Reads afresh; absent if the hub has no such replica. */
  Optional<SpokeReplica> read(String cluster, String policy);

  /** Replaces the whole status, if the replica is still the one that was read. */
  SpokeReplica writeStatus(String cluster, SpokeReport report);

  /** Replaces the finalizers, if the replica is still the one that was read. */
  void writeFinalizers(String cluster, SpokeFinalizers finalizers);
}
