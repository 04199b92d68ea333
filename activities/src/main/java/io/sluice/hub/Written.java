package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Answers a write of a replica.
 *
 * @param replica the replica as it is afterwards; absent when it was refused or is gone
 * @param why the reason of a refusal, in words
 */
public record Written(Kind kind, Optional<KnownReplica> replica, String why) {
  public Written {
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

  static Written of(Kind kind, KnownReplica replica) {
    return new Written(kind, Optional.of(replica), "");
  }

  static Written gone(Kind kind) {
    return new Written(kind, Optional.empty(), "");
  }

  static Written refused(String why) {
    return new Written(Kind.REFUSED, Optional.empty(), why);
  }

  static Written overtaken(KnownReplica replica) {
    return new Written(
        Kind.OVERTAKEN,
        Optional.of(replica),
        "the replica belongs to attempt %s"
            .formatted(replica.replica().dispatch().map(d -> "" + d.attempt()).orElse("unknown")));
  }
}
