package io.sluice.workflow.owner;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.lifecycle.HubName;

/**
 * Identifies a hub among those whose rollouts share a namespace of Temporal (rollout-strategy 3.2).
 *
 * @param name chosen by its administrator: by mistake two hubs may have one
 * @param uid of its namespace {@code kube-system}, which no other hub has
 * @param address as its workers reach it, for messages
 */
public record HubIdentity(HubName name, String uid, String address) {
  public HubIdentity {
    requireNonNull(name, "name is null");
    requireNonNull(uid, "uid is null");
    requireNonNull(address, "address is null");
    if (uid.isEmpty()) {
      throw new IllegalArgumentException("uid is empty");
    }
  }

  /** Returns what the memo of this hub's runs says. */
  public RunOwner owner() {
    return new RunOwner(uid, address);
  }

  /**
   * Formats that another hub has this one's name.
   *
   * @param other whose run was found
   * @param temporalNamespace where it was found
   */
  public String taken(RunOwner other, String temporalNamespace) {
    return "Cannot use the name %s in Temporal namespace %s: %s uses it. Set --hub-name."
        .formatted(name, temporalNamespace, other.title());
  }
}
