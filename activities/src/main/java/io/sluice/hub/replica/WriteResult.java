package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import java.util.Optional;

/**
 * Reports the result of a write of one replica.
 *
 * @param replica the replica as it is afterwards; absent when it was refused or is gone
 * @param why the reason of a refusal
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
    /** The replica belongs to a higher attempt; the writer's attempt is over. */
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
