package io.sluice.beside;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * Holds which parts of an override exist on the hub now.
 *
 * @param finalizer whether the Rollout carries the finalizer
 * @param strayPages whether there are decisions of a former Placement of that name, or decisions of
 *     others that select clusters through it
 * @param pages the pages of the present Placement
 * @param withdrawn listed clusters that are taken off, each by itself
 * @param noted whether clusters wait to be listed as {@code UnstagedChange}, and no run writes the
 *     status
 * @param settling whether clusters were listed a moment ago: the propagator may not have turned
 *     their replicas back yet, even if it shows none that enforces
 * @param enforcing clusters that no page lists, and whose replica still enforces what the policy
 *     itself does not
 */
public record OverrideState(
    boolean finalizer,
    OverridePart placement,
    OverridePart binding,
    boolean strayPages,
    List<OverridePage> pages,
    Set<String> withdrawn,
    boolean noted,
    boolean settling,
    Set<String> enforcing) {
  public OverrideState {
    requireNonNull(placement, "placement is null");
    requireNonNull(binding, "binding is null");
    pages = List.copyOf(pages);
    withdrawn = Set.copyOf(withdrawn);
    enforcing = Set.copyOf(enforcing);
  }

  /** Returns the same state, with replicas that may not have been turned back yet. */
  public OverrideState inSettling() {
    return new OverrideState(
        finalizer, placement, binding, strayPages, pages, withdrawn, noted, true, enforcing);
  }

  /** Returns whether a page lists a cluster. */
  public boolean lists() {
    return pages.stream().anyMatch(page -> !page.entries().isEmpty());
  }
}
