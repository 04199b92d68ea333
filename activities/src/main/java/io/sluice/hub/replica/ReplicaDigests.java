package io.sluice.hub.replica;

import io.sluice.policy.ReplicaContent;

/**
 * Hashes what replicas are compared by, once for all clusters of a policy: at a start each replica
 * is hashed as it is listed, and as the first pass renders it.
 */
final class ReplicaDigests {
  /** Whoever may edit replicas could fill the memory with larger ones. */
  private static final int LONGEST_REMEMBERED = 1 << 12;

  private static final RecentValues<ReplicaContent.Compared, String> RECENT =
      new RecentValues<>(ReplicaContent.Compared::digest);

  private ReplicaDigests() {}

  static String of(ReplicaContent.Compared content) {
    return content.length() > LONGEST_REMEMBERED ? content.digest() : RECENT.of(content);
  }
}
