package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.propagation.BindingSubject;
import io.sluice.policy.propagation.BindingView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Finds the bindings of one policy among those of its namespace: a namespace may have thousands of
 * others, which no pass over one policy looks at.
 */
final class BindingIndex {
  private final List<Entry> entries;
  private final Map<String, List<Integer>> ofPolicy = new HashMap<>();
  private final Map<String, List<Integer>> ofSet = new HashMap<>();

  /** A binding as it was read, and what it says. */
  record Entry(GenericKubernetesResource object, BindingView view) {
    private static Entry of(GenericKubernetesResource object) {
      return new Entry(object, BindingView.of(HubObjects.tree(object)));
    }
  }

  private BindingIndex(List<Entry> entries) {
    this.entries = entries;
    for (int i = 0; i < entries.size(); i++) {
      for (BindingSubject subject : entries.get(i).view().subjects()) {
        if (subject.isPolicy()) {
          add(ofPolicy, subject.name(), i);
        } else if (subject.isPolicySet()) {
          add(ofSet, subject.name(), i);
        }
      }
    }
  }

  private static void add(Map<String, List<Integer>> index, String name, int entry) {
    index.computeIfAbsent(name, any -> new ArrayList<>(1)).add(entry);
  }

  static BindingIndex of(List<GenericKubernetesResource> objects) {
    return new BindingIndex(objects.stream().map(Entry::of).toList());
  }

  /** Returns the same for present objects; those that did not change are not parsed again. */
  BindingIndex now(List<GenericKubernetesResource> present) {
    Map<GenericKubernetesResource, Entry> known = new IdentityHashMap<>();
    entries.forEach(entry -> known.put(entry.object(), entry));
    return new BindingIndex(
        present.stream()
            .map(object -> known.containsKey(object) ? known.get(object) : Entry.of(object))
            .toList());
  }

  /**
   * Returns those that have one of these as a subject, in the order of the objects.
   *
   * @param sets names of PolicySets
   */
  List<Entry> of(String policy, Collection<String> sets) {
    return Stream.concat(Stream.of(ofPolicy.get(policy)), sets.stream().map(ofSet::get))
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .map(entries::get)
        .toList();
  }
}
