package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.rollout.lifecycle.StagingWay;
import java.util.Map;
import java.util.Optional;

/** Lists how Sluice works on a hub (policy-propagation 1). */
public enum HubMode {
  /** Alone: Sluice writes replicas and statuses, and OCM's propagator is off. */
  STANDALONE("Standalone"),
  /** Beside OCM's propagator, by selective enforcement: Sluice writes neither. */
  BESIDE("Beside");

  private final String label;

  HubMode(String label) {
    this.label = label;
  }

  /** Returns the value of {@code --mode}. */
  public String label() {
    return label;
  }

  /**
   * Returns how a policy is staged in this mode, if it is.
   *
   * @param root the policy, as far as it is seen
   */
  public StagingWay way(Optional<GenericKubernetesResource> root) {
    return this == STANDALONE
        ? StagingWay.STANDALONE
        : StagingWay.beside(root.map(HubObjects::labels).orElse(Map.of()));
  }

  /** Returns whether OCM's propagator writes the replicas. */
  public boolean beside() {
    return this == BESIDE;
  }
}
