package io.sluice.placement.grouping;

import io.sluice.fleet.ByteOrder;
import io.sluice.placement.DecisionObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<Key, List<DecisionObject>> objects = new TreeMap<>(BY_INDEX);
    for (DecisionObject object : published) {
      objects.computeIfAbsent(Key.of(object), any -> new ArrayList<>()).add(object);
    }
    Map<String, Key> counted = new HashMap<>();
    Map<Key, List<String>> groups = new LinkedHashMap<>();
    objects.forEach((key, of) -> groups.put(key, members(key, of, counted, family)));
    List<GroupMembers> members = new ArrayList<>();
    groups.forEach(
        (key, clusters) -> {
          clusters.removeIf(cluster -> counted.get(cluster) != key);
          members.add(new GroupMembers(key.name(), clusters));
        });
    return members;
  }

  /** Returns the clusters of a group, without those that count in one of the groups before. */
  private static List<String> members(
      Key key,
      List<DecisionObject> objects,
      Map<String, Key> counted,
      Function<String, String> family) {
    List<String> clusters = new ArrayList<>();
    for (DecisionObject object : objects) {
      for (String cluster : object.clusters()) {
        Key first = counted.putIfAbsent(cluster, key);
        if (first == null) {
          clusters.add(cluster);
        } else if (first != key
            && first.index() == key.index()
            && key.name().equals(family.apply(cluster))) {
          counted.put(cluster, key);
          clusters.add(cluster);
        }
      }
    }
    return clusters;
  }

  private record Key(String name, int index) {
    static Key of(DecisionObject object) {
      return new Key(
          object.groupName(), object.groupIndex().orElse(object.indexed() ? UNREADABLE : 0));
    }
  }
}
