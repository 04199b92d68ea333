package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import java.util.Comparator;
import java.util.Optional;

/**
 * Identifies a root policy, also by the name of its replicas (policy-propagation 4.1).
 *
 * <p>A replica is named {@code <namespace>.<name>}, split at the first dot.
 */
public record PolicyName(String namespace, String name) implements RolloutTarget {
  /** By namespace, then by name. */
  public static final Comparator<PolicyName> ORDER =
      Comparator.comparing(PolicyName::namespace, ByteOrder.NAMES)
          .thenComparing(PolicyName::name, ByteOrder.NAMES);

  private static final String ROLLOUT = "policy-";

  public PolicyName {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the root of a replica with this name; empty if no root has such replicas. */
  public static Optional<PolicyName> ofReplica(String replicaName) {
    int dot = replicaName.indexOf('.');
    if (dot < 1 || dot == replicaName.length() - 1) {
      return Optional.empty();
    }
    return Optional.of(
        new PolicyName(replicaName.substring(0, dot), replicaName.substring(dot + 1)));
  }

  /** The name of every replica, and the value of its root-policy label. */
  public String replicaName() {
    return namespace + "." + name;
  }

  @Override
  public String rolloutName() {
    return ROLLOUT + name;
  }

  /** Returns the policy that a Rollout object with this name belongs to; empty for any other. */
  public static Optional<PolicyName> ofRollout(String namespace, String rolloutName) {
    return rolloutName.startsWith(ROLLOUT) && rolloutName.length() > ROLLOUT.length()
        ? Optional.of(new PolicyName(namespace, rolloutName.substring(ROLLOUT.length())))
        : Optional.empty();
  }

  @Override
  public String path() {
    return namespace + "/" + name;
  }

  /** Returns the policy with this {@link #path}; empty for that of a binding, and any other. */
  public static Optional<PolicyName> ofPath(String path) {
    int slash = path.indexOf('/');
    // That of a binding has one part more.
    return slash >= 0 && path.indexOf('/', slash + 1) < 0
        ? Optional.of(new PolicyName(path.substring(0, slash), path.substring(slash + 1)))
        : Optional.empty();
  }

  @Override
  public String noun() {
    return "policy";
  }

  @Override
  public String content() {
    return noun();
  }

  @Override
  public String success() {
    return "compliant";
  }

  @Override
  public String failure() {
    return "does not comply";
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
