package io.sluice.placement.grouping;

import io.sluice.fleet.ByteOrder;
import io.sluice.placement.DecisionObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads the groups that published objects make (placement 5, step 1). */
final class PublishedGroups {
  /** Comes after every index: an object whose index cannot be read stays a group of its own. */
  private static final int UNREADABLE = Integer.MAX_VALUE;

  private static final Comparator<Key> BY_INDEX =
      Comparator.comparingInt(Key::index).thenComparing(Key::name, ByteOrder.NAMES);

  private PublishedGroups() {}

  /** Returns the groups by index, each cluster where its index is lowest. */
  static List<GroupMembers> of(List<DecisionObject> published) {
    return of(published, cluster -> null);
  }

  /**
   * Returns the groups by index, each cluster where its index is lowest.
   *
   * <p>In the middle of a plan two groups may have one index; of these, a cluster counts in the one
   * of its family. Otherwise an evaluation after each write would undo the write before.
   *
   * @param family the group name of a cluster today; null for one that is not selected
   */
  static List<GroupMembers> of(List<DecisionObject> published, Function<String, String> family) {
    Map<Key, Set<String>> groups = new TreeMap<>(BY_INDEX);
    for (DecisionObject object : published) {
      groups
          .computeIfAbsent(Key.of(object), any -> new LinkedHashSet<>())
          .addAll(object.clusters());
    }
    Map<String, Key> counted = new HashMap<>();
    groups.forEach(
        (key, clusters) ->
            clusters.forEach(
                cluster ->
                    counted.merge(
                        cluster,
                        key,
                        (first, next) ->
                            next.index() == first.index()
                                    && next.name().equals(family.apply(cluster))
                                ? next
                                : first)));
    List<GroupMembers> members = new ArrayList<>();
    groups.forEach(
        (key, clusters) ->
            members.add(
                new GroupMembers(
                    key.name(),
                    clusters.stream()
                        .filter(cluster -> counted.get(cluster).equals(key))
                        .toList())));
    return members;
  }

  private record Key(String name, int index) {
    static Key of(DecisionObject object) {
      return new Key(
          object.groupName(), object.groupIndex().orElse(object.indexed() ? UNREADABLE : 0));
    }
  }
}
