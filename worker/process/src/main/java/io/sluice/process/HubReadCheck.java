package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import java.util.Optional;

/**
 * Checks that the policies of a hub, and what decides about them, can be read: for commands that
 * would wait for a list that never comes.
 */
public final class HubReadCheck {
  private HubReadCheck() {}

  /**
   * Checks the hub, its kinds and the rights of the user; Rollout may be missing.
   *
   * @throws IllegalStateException with a message for the user
   */
  public static void check(KubernetesClient hub) {
    new HubCheck(hub).check();
    new CrdCheck(hub, PlacementMode.OFF).checkReadable();
    new PermissionCheck(hub, HubMode.STANDALONE, Optional.empty(), PlacementMode.OFF, false)
        .checkReading();
  }
}
