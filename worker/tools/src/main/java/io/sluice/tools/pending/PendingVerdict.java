package io.sluice.tools.pending;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.policy.ClusterChanges;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what the activation decides about a policy or a template, as commands show it.
 *
 * @param title {@code policy policies/web}, {@code template Deployment shop/web}
 * @param pending the revision that waits
 * @param held what the clusters have that have something: words that follow the title
 * @param managed the clusters of the hub
 * @param changed says what becomes of a cluster that stays and changes
 */
public record PendingVerdict(
    String title,
    Optional<String> pending,
    String reason,
    String message,
    ClusterChanges clusters,
    Map<String, String> held,
    Set<String> managed,
    String changed) {
  public PendingVerdict {
    requireNonNull(title, "title is null");
    requireNonNull(pending, "pending is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
    requireNonNull(clusters, "clusters is null");
    held = Map.copyOf(held);
    managed = Set.copyOf(managed);
    requireNonNull(changed, "changed is null");
  }
}
