package io.sluice.control.rollout;

import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the clusters whose entries on the pages of an override have changed: their verdict may have
 * changed, too, though their replica has not.
 */
final class PageChanges {
  private final Map<PolicyName, Set<OverrideEntry>> known = new ConcurrentHashMap<>();

  /** Returns them by name; all that are listed, the first time. */
  Set<String> since(PolicyObjects objects) {
    Set<OverrideEntry> now =
        new HashSet<>(
            OverridePage.entries(
                PageObjects.parse(objects.policy(), new OverrideNames(objects).pages())));
    Set<OverrideEntry> before = Set.copyOf(known.getOrDefault(objects.policy(), Set.of()));
    known.put(objects.policy(), now);
    Set<String> changed = new TreeSet<>();
    now.stream()
        .filter(entry -> !before.contains(entry))
        .forEach(entry -> changed.add(entry.cluster()));
    before.stream()
        .filter(entry -> !now.contains(entry))
        .forEach(entry -> changed.add(entry.cluster()));
    return changed;
  }

  void forget(PolicyName policy) {
    known.remove(policy);
  }
}
