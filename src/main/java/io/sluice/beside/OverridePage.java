package io.sluice.beside;

import io.sluice.policy.PolicyName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds one page of an override: a PlacementDecision with at most {@value #MOST} clusters, in the
 * order in which they were added.
 *
 * @param number counted from 1
 */
public record OverridePage(int number, List<OverrideEntry> entries) {
  /** The most clusters that a PlacementDecision lists. */
  public static final int MOST = 100;

  public OverridePage {
    entries = List.copyOf(entries);
  }

  /** Returns the name of its PlacementDecision. */
  public String name(PolicyName policy) {
    return OverrideName.ofPage(policy, number);
  }

  boolean lists(String cluster) {
    return entries.stream().anyMatch(entry -> entry.cluster().equals(cluster));
  }

  /** Returns every cluster that one of the pages lists. */
  public static List<OverrideEntry> entries(Collection<OverridePage> pages) {
    return pages.stream().flatMap(page -> page.entries().stream()).toList();
  }

  /** Returns the same by cluster; one that two pages list counts as on the first. */
  public static Map<String, OverrideEntry> byCluster(Collection<OverridePage> pages) {
    Map<String, OverrideEntry> listed = new HashMap<>();
    entries(pages).forEach(entry -> listed.putIfAbsent(entry.cluster(), entry));
    return listed;
  }
}
