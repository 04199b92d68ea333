package io.sluice.control.beside;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.beside.EnforcedContent;
import io.sluice.hub.beside.EnforcedContents;
import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what clusters enforced when they were taken off their pages: until OCM's propagator has
 * turned them back, it enforces every edit there, too (policy-propagation 14.3.5).
 *
 * <p>Nothing else shows it once the replica informs again. A process that starts meanwhile does not
 * know it.
 */
final class ReleasedClusters {
  private final EnforcedContents enforced;
  private final Map<PolicyName, Map<String, Release>> released = new ConcurrentHashMap<>();

  /** Remembers nothing yet. */
  ReleasedClusters(EnforcedContents enforced) {
    this.enforced = requireNonNull(enforced, "enforced is null");
  }

  private record Release(long generation, Optional<String> content) {}

  /** Remembers clusters that were just taken off, at that generation of the policy. */
  void add(PolicyName policy, long generation, List<String> clusters) {
    if (clusters.isEmpty()) {
      return;
    }
    Map<String, Release> known =
        released.computeIfAbsent(policy, name -> new ConcurrentHashMap<>());
    clusters.forEach(
        cluster -> known.put(cluster, new Release(generation, content(policy, cluster))));
  }

  /** Returns the clusters that have enforced something else since, of another generation. */
  List<String> edited(PolicyName policy, long generation) {
    return new TreeMap<>(released.getOrDefault(policy, Map.of()))
        .entrySet().stream()
            .filter(entry -> entry.getValue().generation() != generation)
            .filter(entry -> !content(policy, entry.getKey()).equals(entry.getValue().content()))
            .map(Map.Entry::getKey)
            .toList();
  }

  private Optional<String> content(PolicyName policy, String cluster) {
    return enforced.of(policy, cluster).map(EnforcedContent::hash);
  }

  /** Forgets those clusters. */
  void forget(PolicyName policy, List<String> clusters) {
    released.getOrDefault(policy, Map.of()).keySet().removeAll(clusters);
  }

  /** Forgets all: every replica has been turned back, and may be enforced by another attempt. */
  void forget(PolicyName policy) {
    released.remove(policy);
  }
}
