package io.sluice.hub.beside;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Replica;

/**
 * Holds what a replica enforced last, also while it informs now.
 *
 * @param first hash of the content with which it began to enforce
 * @param last the replica as it was seen last while it enforced
 */
public record EnforcedContent(String first, Replica last) {
  public EnforcedContent {
    requireNonNull(first, "first is null");
    requireNonNull(last, "last is null");
  }

  /** Returns the hash of the content that it enforced last. */
  public String hash() {
    return last.contentHash();
  }

  /** Returns whether the content changed while it enforced. */
  public boolean changed() {
    return !first.equals(last.contentHash());
  }
}
