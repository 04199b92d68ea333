package io.sluice.placement;

import static java.util.Objects.requireNonNull;

/** Holds an entry of {@code decisionGroups}: a name, and the clusters that it takes. */
public record NamedGroup(String name, ClusterSelector selector) {
  public NamedGroup {
    requireNonNull(name, "name is null");
    requireNonNull(selector, "selector is null");
  }
}
