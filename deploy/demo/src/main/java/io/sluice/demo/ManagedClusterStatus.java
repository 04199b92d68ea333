package io.sluice.demo;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Builds the status that the agent of a managed cluster writes. */
final class ManagedClusterStatus {
  private ManagedClusterStatus() {}

  /** Returns the status of a cluster that has joined and is available. */
  static Map<String, Object> available(Instant since) {
    return Map.of(
        "conditions",
        List.of(
            condition("HubAcceptedManagedCluster", "HubClusterAdminAccepted", since),
            condition("ManagedClusterJoined", "ManagedClusterJoined", since),
            condition("ManagedClusterConditionAvailable", "ManagedClusterAvailable", since)));
  }

  private static Map<String, Object> condition(String type, String reason, Instant since) {
    return Map.of(
        "type",
        type,
        "status",
        "True",
        "reason",
        reason,
        "message",
        "The agent of the simulated cluster says so",
        "lastTransitionTime",
        since.toString());
  }
}
