package io.sluice.bench;

import java.util.Map;

/**
 * Lists what 1,000 clusters may cost: the only requests that a worker may send, and how many.
 *
 * <p>What is sent for each cluster has little room. What is sent for each look or each status
 * depends on how fast the machine is, and has more.
 */
enum Budget {
  /** A policy without a strategy, its first replication and all reports. */
  UNSTAGED(
      12,
      Map.of(
          "create policies", 1_000,
          "get policies", 20,
          "update policies/status", 20,
          "update policies/status 409", 2,
          "create events", 4,
          "get customresourcedefinitions", 10)),
  /** A first rollout in ten groups. */
  STAGED(
      24,
      Map.ofEntries(
          Map.entry("create policies", 1_000),
          Map.entry("get policies", 60),
          Map.entry("patch policies/status", 1_150),
          Map.entry("update policies/status", 20),
          Map.entry("update policies/status 409", 2),
          Map.entry("create controllerrevisions", 1),
          Map.entry("update controllerrevisions", 1),
          Map.entry("get controllerrevisions", 2),
          Map.entry("list controllerrevisions", 20),
          Map.entry("create rollouts", 1),
          Map.entry("get rollouts", 70),
          Map.entry("get rollouts 404", 2),
          Map.entry("update rollouts/status", 45),
          Map.entry("list placements", 15),
          Map.entry("list placementdecisions", 15),
          Map.entry("list placementbindings", 15),
          Map.entry("list policysets", 15),
          // Calendars that bind a Rollout without being named by it.
          Map.entry("list clusterrolloutcalendars", 15),
          Map.entry("get customresourcedefinitions", 25),
          // Whether a cluster has the name of the policy's namespace.
          Map.entry("get managedclusters", 15),
          Map.entry("get managedclusters 404", 15),
          Map.entry("create events", 15)));

  private final int millis;
  private final Map<String, Integer> requests;

  Budget(int millis, Map<String, Integer> requests) {
    this.millis = millis;
    this.requests = requests;
  }

  /** Returns the milliseconds of processor time that a cluster may take. */
  int millis() {
    return millis;
  }

  /** Returns how many such requests there may be: none that is not listed. */
  int of(String action) {
    return requests.getOrDefault(action, 0);
  }
}
