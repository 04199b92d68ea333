package io.sluice.beside;

import java.util.List;
import java.util.Set;

/**
 * Holds what of an override stands on the hub now.
 *
 * @param finalizer whether the Rollout carries the finalizer
 * @param stalePages whether there are pages of a former Placement of that name
 * @param pages the pages of the present Placement
 * @param settling whether clusters were listed a moment ago: the propagator may not have turned
 *     their replicas back yet, even if it shows none that enforces
 * @param enforcing clusters that no page lists, and whose replica still enforces what the policy
 *     itself does not
 */
public record OverrideState(
    boolean finalizer,
    boolean placement,
    boolean binding,
    boolean stalePages,
    List<OverridePage> pages,
    boolean settling,
    Set<String> enforcing) {
  public OverrideState {
    pages = List.copyOf(pages);
    enforcing = Set.copyOf(enforcing);
  }

  /** Returns whether a page lists a cluster. */
  public boolean lists() {
    return pages.stream().anyMatch(page -> !page.entries().isEmpty());
  }
}
