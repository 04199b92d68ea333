package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import java.util.Optional;

/**
 * Groups clusters for permission (placement 3.1).
 *
 * @param selectorType as the object has it; empty means {@code ExclusiveClusterSetLabel}
 * @param labelSelector for {@code LabelSelector}; absent: no cluster
 */
public record ManagedClusterSet(
    String name, String selectorType, Optional<LabelSelector> labelSelector) {
  public ManagedClusterSet {
    requireNonNull(name, "name is null");
    requireNonNull(selectorType, "selectorType is null");
    requireNonNull(labelSelector, "labelSelector is null");
  }
}
