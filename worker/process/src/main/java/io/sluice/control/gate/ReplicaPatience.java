package io.sluice.control.gate;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Finds the replicas of which something has held for a while, that should pass by itself.
 *
 * <p>While it passes for others of the policy, somebody is at work who will come to these, too: a
 * patience that is {@link #whileOthersPass longer then} spares a write for each.
 */
final class ReplicaPatience {
  private final Duration patience;
  private final Duration longest;
  private final Map<PolicyName, Waiting> waiting = new ConcurrentHashMap<>();

  /**
   * Those of one policy.
   *
   * @param passed when it last passed for one of them, or when the first began to wait
   */
  private record Waiting(Map<String, Instant> since, Instant passed) {}

  ReplicaPatience(Duration patience) {
    this(patience, patience);
  }

  private ReplicaPatience(Duration patience, Duration longest) {
    this.patience = patience;
    this.longest = longest;
  }

  /**
   * Creates one that begins anew whenever it has passed for a replica of the policy.
   *
   * @param longest how long it lasts then at most
   */
  static ReplicaPatience whileOthersPass(Duration patience, Duration longest) {
    return new ReplicaPatience(patience, longest);
  }

  /**
   * What there is to do.
   *
   * @param replicas of which it has held for long enough
   * @param again when to look again without a change on the hub; empty if it holds of none
   */
  record Due(List<CachedReplica> replicas, Optional<Instant> again) {}

  /** Looks at the replicas of one policy. */
  Due due(
      PolicyName policy,
      Map<String, CachedReplica> replicas,
      Predicate<CachedReplica> waits,
      Instant now) {
    Waiting known = waiting.getOrDefault(policy, new Waiting(Map.of(), now));
    Map<String, Instant> since = new HashMap<>();
    replicas.forEach(
        (cluster, replica) -> {
          if (waits.test(replica)) {
            since.put(cluster, known.since().getOrDefault(cluster, now));
          }
        });
    if (since.isEmpty()) {
      waiting.remove(policy);
      return new Due(List.of(), Optional.empty());
    }
    boolean fewer = !since.keySet().containsAll(known.since().keySet());
    Instant passed = fewer ? now : known.passed();
    waiting.put(policy, new Waiting(since, passed));
    boolean still = !now.isBefore(passed.plus(patience));
    List<CachedReplica> due =
        replicas.entrySet().stream()
            .filter(entry -> since.containsKey(entry.getKey()))
            .filter(
                entry -> !now.isBefore(since.get(entry.getKey()).plus(still ? patience : longest)))
            .map(Map.Entry::getValue)
            .toList();
    return new Due(due, Optional.of(now.plus(patience)));
  }
}
