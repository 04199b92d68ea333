package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.CachedReplica;
import java.util.Optional;

/**
 * Reports the result of a write of one replica.
 *
 * @param replica the replica as it is afterwards; absent when it was refused or is gone
 * @param why why it was refused, or what has changed
 */
public record WriteResult(Kind kind, Optional<CachedReplica> replica, String why) {
  public WriteResult {
    requireNonNull(kind, "kind is null");
    requireNonNull(replica, "replica is null");
    requireNonNull(why, "why is null");
  }

  /** The kinds of results. */
  public enum Kind {
    CREATED,
    UPDATED,
    DELETED,
    /** The replica needed no write, or was gone already. */
    UNCHANGED,
    /** The hub rejects the write for this one cluster. */
    REFUSED,
    /**
     * Nothing was written: the replica, or what the write was decided by, changed meanwhile. The
     * writer decides anew.
     */
    CHANGED
  }

  static WriteResult of(Kind kind, CachedReplica replica) {
    return new WriteResult(kind, Optional.of(replica), "");
  }

  public static WriteResult gone(Kind kind) {
    return new WriteResult(kind, Optional.empty(), "");
  }

  public static WriteResult refused(String why) {
    return new WriteResult(Kind.REFUSED, Optional.empty(), why);
  }

  /**
   * Returns the refusal of a write; empty if the answer is not about this object (rollout-strategy
   * 3.4).
   *
   * @param verb as in access rules
   */
  static Optional<WriteResult> rejected(String verb, KubernetesClientException cause) {
    return RefusalReason.of(verb, cause).map(WriteResult::refused);
  }

  static WriteResult changed(String why) {
    return new WriteResult(Kind.CHANGED, Optional.empty(), why);
  }

  static WriteResult changed(CachedReplica replica, String why) {
    return new WriteResult(Kind.CHANGED, Optional.of(replica), why);
  }
}
