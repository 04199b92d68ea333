package io.sluice.control.template;

import io.sluice.policy.BindingName;
import io.sluice.template.work.VanishedWork;
import io.sluice.template.work.WorkState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the Works of bindings as they were last seen, so that each that is deleted can come
 * back at the version that its cluster had (policy-propagation 7).
 *
 * <p>Every look compares with the one before: the event of a deletion may come after it.
 */
final class VanishedWorks {
  private final Map<BindingName, Map<String, VanishedWork>> seen = new ConcurrentHashMap<>();

  /**
   * Returns the Works of a binding that are missing, as they were, by cluster.
   *
   * @param selected the clusters that are to have a Work; what was seen of others is forgotten
   * @param present the Works that stand, by cluster
   */
  Map<String, VanishedWork> missing(
      BindingName binding, Set<String> selected, Map<String, WorkState> present) {
    Map<String, VanishedWork> missing = new TreeMap<>(seen.getOrDefault(binding, Map.of()));
    missing.keySet().retainAll(selected);
    missing.keySet().removeAll(present.keySet());
    Map<String, VanishedWork> all = new TreeMap<>(missing);
    present.forEach((cluster, work) -> all.put(cluster, VanishedWork.of(work)));
    seen.put(binding, all);
    return missing;
  }

  /** Forgets a binding that no rollout carries any more. */
  void forget(BindingName binding) {
    seen.remove(binding);
  }
}
