package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import java.util.Optional;

/**
 * Answers a write of a replica.
 *
 * @param replica the replica as it is afterwards; absent when it was refused or is gone
 * @param why the reason of a refusal, in words
 */
public record WriteResult(Kind kind, Optional<CachedReplica> replica, String why) {
  public WriteResult {
    requireNonNull(kind, "kind is null");
    requireNonNull(replica, "replica is null");
    requireNonNull(why, "why is null");
  }

  /** How it went. */
  public enum Kind {
    CREATED,
    UPDATED,
    DELETED,
    /** It was as it should be already, or gone already. */
    UNCHANGED,
    /** The hub refuses the write for this one cluster. */
    REFUSED,
    /** The replica belongs to a higher attempt: whoever wanted this has no say any more. */
    OVERTAKEN
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

  static WriteResult overtaken(CachedReplica replica) {
    return new WriteResult(
        Kind.OVERTAKEN,
        Optional.of(replica),
        "the replica belongs to attempt %s"
            .formatted(replica.replica().dispatch().map(d -> "" + d.attempt()).orElse("unknown")));
  }
}
