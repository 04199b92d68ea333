package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

/** Names a receiver of what happens in one Rollout. */
record ReceiverKey(NotifiedRollout rollout, String receiver) {
  ReceiverKey {
    requireNonNull(rollout, "rollout is null");
    requireNonNull(receiver, "receiver is null");
  }

  @Override
  public String toString() {
    return rollout + " to " + receiver;
  }
}
