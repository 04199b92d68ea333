package io.sluice.hub.replica;

/** Decides, right before a request, whether the write that needs it is still right. */
@FunctionalInterface
public interface WriteCondition {
  /** For a write that is right whatever happens meanwhile. */
  WriteCondition ALWAYS = changed -> true;

  /**
   * Returns whether the write goes on; may read the hub.
   *
   * @param changed true when the replica is another one than the write was decided on: the hub
   *     answered 409, or the replica was gone
   */
  boolean holds(boolean changed);
}
