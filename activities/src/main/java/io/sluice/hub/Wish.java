package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.policy.ReplicaContent;
import java.util.Optional;
import java.util.function.Function;

/**
 * Says what one replica is to carry.
 *
 * @param content renders it, given the initialization vector that the replica has already
 * @param stamp the dispatch that goes with a change
 */
public record Wish(
    PolicyName policy,
    String cluster,
    Function<Optional<String>, ReplicaContent> content,
    Stamp stamp) {
  public Wish {
    requireNonNull(policy, "policy is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(content, "content is null");
    requireNonNull(stamp, "stamp is null");
  }

  /** The replica of that cluster in a version. */
  public static Wish of(PolicyName policy, String cluster, VersionContent version, Stamp stamp) {
    return new Wish(policy, cluster, iv -> version.on(cluster, iv), stamp);
  }

  /** True when that replica carries the content already. */
  public boolean fulfilledBy(KnownReplica known) {
    return ReplicaReading.digest(content.apply(known.encryptionIv())).equals(known.digest());
  }

  /** Words the wish for messages. */
  String doing(String verb) {
    return "%s the replica of policy %s on cluster %s".formatted(verb, policy, cluster);
  }
}
