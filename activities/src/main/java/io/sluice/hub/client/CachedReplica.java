package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.sluice.gate.GateLabels;
import io.sluice.policy.Replica;
import java.util.List;
import java.util.Optional;

/**
 * Holds what is cached of a replica: what it is judged by, and what a write over it must keep.
 *
 * @param digest hash of its labels, annotations and spec: equal ones need no write
 * @param encryptionIv annotation of the replica that writes must keep
 * @param gate what its labels say to the gate, where it is staged
 * @param rolloutStatus {@code status.rolloutStatus}; never evidence, only compared with what the
 *     replica should show
 */
public record CachedReplica(
    Replica replica,
    String uid,
    String digest,
    List<String> finalizers,
    List<OwnerReference> ownerReferences,
    Optional<String> encryptionIv,
    GateLabels gate,
    Optional<String> rolloutStatus) {
  public CachedReplica {
    requireNonNull(replica, "replica is null");
    requireNonNull(uid, "uid is null");
    requireNonNull(digest, "digest is null");
    finalizers = List.copyOf(finalizers);
    ownerReferences = List.copyOf(ownerReferences);
    requireNonNull(encryptionIv, "encryptionIv is null");
    requireNonNull(gate, "gate is null");
    requireNonNull(rolloutStatus, "rolloutStatus is null");
  }

  /** Returns the same with another view of the replica. */
  public CachedReplica with(Replica other) {
    return new CachedReplica(
        other, uid, digest, finalizers, ownerReferences, encryptionIv, gate, rolloutStatus);
  }
}
