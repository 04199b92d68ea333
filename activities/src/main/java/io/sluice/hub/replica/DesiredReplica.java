package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.PolicyName;
import io.sluice.policy.ReplicaContent;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Describes the content that one replica is to carry.
 *
 * @param content renders the content, given the encryption vector that the replica has already
 * @param rule the dispatch that a change leaves on the replica
 * @param spared which replicas stay as they are, whatever they carry
 * @param existingOnly whether a missing replica is not created
 * @param condition what must hold right before each request
 */
public record DesiredReplica(
    PolicyName policy,
    String cluster,
    Function<Optional<String>, ReplicaContent> content,
    DispatchRule rule,
    Predicate<CachedReplica> spared,
    boolean existingOnly,
    WriteCondition condition) {
  public DesiredReplica {
    requireNonNull(policy, "policy is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(content, "content is null");
    requireNonNull(rule, "rule is null");
    requireNonNull(spared, "spared is null");
    requireNonNull(condition, "condition is null");
  }

  /** Content that is written unless the replica carries it. */
  public DesiredReplica(
      PolicyName policy,
      String cluster,
      Function<Optional<String>, ReplicaContent> content,
      DispatchRule rule) {
    this(policy, cluster, content, rule, known -> false, false, WriteCondition.ALWAYS);
  }

  /** Returns a version's replica for that cluster. */
  public static DesiredReplica of(
      PolicyName policy, String cluster, VersionContent version, DispatchRule rule) {
    return new DesiredReplica(policy, cluster, new Rendered(version, cluster), rule);
  }

  /** Returns the same, but such a replica stays as it is. */
  public DesiredReplica sparing(Predicate<CachedReplica> others) {
    return new DesiredReplica(policy, cluster, content, rule, others, existingOnly, condition);
  }

  /** Returns the same, but a missing replica is not created. */
  public DesiredReplica onlyExisting() {
    return new DesiredReplica(policy, cluster, content, rule, spared, true, condition);
  }

  /** Returns the same, but it is written only while that condition holds. */
  public DesiredReplica onlyIf(WriteCondition holding) {
    return new DesiredReplica(policy, cluster, content, rule, spared, existingOnly, holding);
  }

  /** Renders once for comparison and write; used by one thread. */
  private static final class Rendered implements Function<Optional<String>, ReplicaContent> {
    private final VersionContent version;
    private final String cluster;
    private Optional<String> vector = Optional.empty();
    private Optional<ReplicaContent> content = Optional.empty();

    Rendered(VersionContent version, String cluster) {
      this.version = version;
      this.cluster = cluster;
    }

    @Override
    public ReplicaContent apply(Optional<String> encryptionIv) {
      if (content.isEmpty() || !vector.equals(encryptionIv)) {
        vector = encryptionIv;
        content = Optional.of(version.on(cluster, encryptionIv));
      }
      return content.get();
    }
  }

  /** Returns whether that replica carries the content already. */
  public boolean matches(CachedReplica known) {
    ReplicaContent.Compared wanted = content.apply(known.encryptionIv()).compared(cluster);
    return ReplicaDigests.of(wanted).equals(known.digest());
  }

  /** Returns what a write of this content would do to the found replica, if the hub allows it. */
  public WriteResult.Kind on(Optional<CachedReplica> found) {
    if (found.isEmpty()) {
      return existingOnly ? WriteResult.Kind.UNCHANGED : WriteResult.Kind.CREATED;
    }
    return over(found.get(), false);
  }

  /**
   * Returns what a write of this content does to a replica.
   *
   * @param differs whether the replica is known to differ
   */
  WriteResult.Kind over(CachedReplica found, boolean differs) {
    if (rule.forbiddenBy(found.replica().dispatch())) {
      return WriteResult.Kind.CHANGED;
    }
    return !differs && settledBy(found) ? WriteResult.Kind.UNCHANGED : WriteResult.Kind.UPDATED;
  }

  /** Returns whether that replica needs no write. */
  boolean settledBy(CachedReplica known) {
    return spared.test(known) || matches(known);
  }

  /** Formats the write for messages: {@code create the replica of policy a/b on cluster c}. */
  String doing(String verb) {
    return "%s the replica of policy %s on cluster %s".formatted(verb, policy, cluster);
  }
}
