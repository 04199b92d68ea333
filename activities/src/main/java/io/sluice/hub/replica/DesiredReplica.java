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
 * Says what one replica is to carry.
 *
 * @param content renders it, given the initialization vector that the replica has already
 * @param stamp the dispatch that goes with a change
 * @param spared which replicas stay as they are, whatever they carry
 * @param onlyOver whether a replica that is not there is not to be made
 */
public record DesiredReplica(
    PolicyName policy,
    String cluster,
    Function<Optional<String>, ReplicaContent> content,
    DispatchRule stamp,
    Predicate<CachedReplica> spared,
    boolean onlyOver) {
  public DesiredReplica {
    requireNonNull(policy, "policy is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(content, "content is null");
    requireNonNull(stamp, "stamp is null");
    requireNonNull(spared, "spared is null");
  }

  /** A wish that is written wherever it is not fulfilled. */
  public DesiredReplica(
      PolicyName policy,
      String cluster,
      Function<Optional<String>, ReplicaContent> content,
      DispatchRule stamp) {
    this(policy, cluster, content, stamp, known -> false, false);
  }

  /** The replica of that cluster in a version. */
  public static DesiredReplica of(
      PolicyName policy, String cluster, VersionContent version, DispatchRule stamp) {
    return new DesiredReplica(policy, cluster, new Rendered(version, cluster), stamp);
  }

  /** The same wish, but such a replica stays as it is. */
  public DesiredReplica sparing(Predicate<CachedReplica> others) {
    return new DesiredReplica(policy, cluster, content, stamp, others, onlyOver);
  }

  /** The same wish, but no replica is made for it. */
  public DesiredReplica overWhatIsThere() {
    return new DesiredReplica(policy, cluster, content, stamp, spared, true);
  }

  /** Renders once what is compared first and written then; one thread works off one wish. */
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

  /** True when that replica carries the content already. */
  public boolean fulfilledBy(CachedReplica known) {
    return ReplicaParser.digest(content.apply(known.encryptionIv())).equals(known.digest());
  }

  /** True when nothing is to be written over that replica. */
  boolean settledBy(CachedReplica known) {
    return spared.test(known) || fulfilledBy(known);
  }

  /** Words the wish for messages. */
  String doing(String verb) {
    return "%s the replica of policy %s on cluster %s".formatted(verb, policy, cluster);
  }
}
