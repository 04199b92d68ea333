package io.sluice.placement.simulation;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Checks groups against what was published and against the text of placement 4 to 6 and 8. */
final class GroupingChecks {
  private final ModelPlacement model;
  private final List<DecisionGroup> groups;

  GroupingChecks(ModelPlacement model, List<DecisionGroup> groups) {
    this.model = model;
    this.groups = groups;
  }

  /** A published group: members in objects of the same labels, each cluster in its first group. */
  record Former(String name, Set<String> members) {}

  static List<Former> former(List<DecisionObject> own, Function<String, String> family) {
    Map<String, List<DecisionObject>> listedIn = new HashMap<>();
    Map<String, Former> groups = new LinkedHashMap<>();
    own.stream()
        .sorted(
            Comparator.comparingInt(GroupingChecks::index)
                .thenComparing(DecisionObject::groupName, ByteOrder.NAMES))
        .forEach(
            object -> {
              groups.put(label(object), new Former(object.groupName(), new LinkedHashSet<>()));
              object
                  .clusters()
                  .forEach(
                      each -> listedIn.computeIfAbsent(each, any -> new ArrayList<>()).add(object));
            });
    listedIn.forEach(
        (cluster, objects) -> {
          int lowest = index(objects.get(0));
          DecisionObject place =
              objects.stream()
                  .filter(object -> index(object) == lowest)
                  .filter(object -> object.groupName().equals(family.apply(cluster)))
                  .findFirst()
                  .orElse(objects.get(0));
          groups.get(label(place)).members().add(cluster);
        });
    return List.copyOf(groups.values());
  }

  private static String label(DecisionObject object) {
    return index(object) + "/" + object.groupName();
  }

  private static int index(DecisionObject object) {
    String label = object.labels().get(DecisionObject.GROUP_INDEX);
    return label == null ? 0 : label.matches("[0-9]+") ? Integer.parseInt(label) : 999_999;
  }

  /** Indexes have no gap, names are sorted, each cluster is in one group; or one is empty. */
  void wellFormed() {
    Set<String> seen = new HashSet<>();
    for (int index = 0; index < groups.size(); index++) {
      DecisionGroup group = groups.get(index);
      require(group.key().index() == index, () -> "index of " + group);
      require(
          group.clusters().stream().sorted(ByteOrder.NAMES).toList().equals(group.clusters()),
          () -> "order in " + group);
      require(seen.addAll(group.clusters()) || group.clusters().isEmpty(), () -> "twice: " + group);
      require(
          !group.clusters().isEmpty() || (groups.size() == 1 && group.key().name().isEmpty()),
          () -> "empty group " + group);
    }
    require(
        seen.size() == groups.stream().mapToInt(group -> group.clusters().size()).sum(),
        () -> "a cluster in two groups");
  }

  /** The objects are the groups in slices of 100, numbered from 1. */
  void sliced(List<DecisionObject> objects) {
    int number = 0;
    for (DecisionGroup group : groups) {
      List<String> listed = new ArrayList<>();
      int left = Math.max(1, (group.clusters().size() + 99) / 100);
      for (; left > 0; left--) {
        DecisionObject object = objects.get(number++);
        require(object.name().equals("p-decision-" + number), () -> "name of " + object);
        require(
            object.labels().values().containsAll(List.of("p", group.key().name()))
                && object.groupIndex().orElseThrow() == group.key().index(),
            () -> "labels of " + object);
        require(left == 1 || object.clusters().size() == 100, () -> "length of " + object);
        listed.addAll(object.clusters());
      }
      require(listed.equals(group.clusters()), () -> "lists of " + group);
    }
    require(number == objects.size(), () -> "objects too many: " + objects);
  }

  /** Compares with the table: group of a cluster = entry and rank in it, divided by the size. */
  void recomputed() {
    int total = groups.stream().mapToInt(group -> group.clusters().size()).sum();
    int size = model.capacity(total);
    Map<Integer, Integer> ranks = new HashMap<>();
    Map<Integer, List<String>> table = new TreeMap<>();
    for (String cluster : members()) {
      int entry = model.entryOf(cluster);
      int chunk = (ranks.merge(entry, 1, Integer::sum) - 1) / size;
      table.computeIfAbsent(entry * 1_000 + chunk, any -> new ArrayList<>()).add(cluster);
    }
    List<List<String>> rows = new ArrayList<>();
    table.forEach(
        (row, clusters) -> {
          List<String> line = new ArrayList<>(clusters);
          line.add(0, model.nameOf(row / 1_000) + ":");
          rows.add(line);
        });
    require(
        rows.isEmpty() || lines().equals(rows), () -> "%s instead of %s".formatted(lines(), rows));
  }

  private List<List<String>> lines() {
    return groups.stream()
        .map(
            group -> {
              List<String> line = new ArrayList<>(group.clusters());
              line.add(0, group.key().name() + ":");
              return line;
            })
        .toList();
  }

  private List<String> members() {
    return groups.stream()
        .flatMap(group -> group.clusters().stream())
        .sorted(ByteOrder.NAMES)
        .toList();
  }

  /** As many clusters are selected as the Placement wants and the fleet has. */
  void selected() {
    require(members().size() == model.selected(), () -> "selected: " + members());
    require(
        model.clusters().keySet().containsAll(members()), () -> "not in the fleet: " + members());
  }

  /** No member moves; newcomers fill the last group of their family first, then earlier ones. */
  void stable(List<Former> former) {
    Map<DecisionGroup, Set<String>> kept = unmoved(former);
    int capacity = model.capacity(members().size());
    Map<String, List<DecisionGroup>> families = new LinkedHashMap<>();
    groups.forEach(
        group -> families.computeIfAbsent(group.key().name(), any -> new ArrayList<>()).add(group));
    require(
        List.copyOf(families.keySet()).equals(familyOrder(families.keySet())),
        () -> "order of families " + families.keySet());
    families.values().forEach(family -> filled(family, kept, capacity));
  }

  /**
   * Those of one group that stay in its family stay together, in the same order of groups; returns
   * them by their present group.
   */
  private Map<DecisionGroup, Set<String>> unmoved(List<Former> former) {
    Map<String, DecisionGroup> now = new HashMap<>();
    groups.forEach(group -> group.clusters().forEach(cluster -> now.put(cluster, group)));
    now.forEach(
        (cluster, group) ->
            require(family(cluster).equals(group.key().name()), () -> cluster + " is in " + group));
    Map<DecisionGroup, Set<String>> kept = new LinkedHashMap<>();
    Map<String, Integer> last = new HashMap<>();
    for (Former group : former) {
      Set<String> stay =
          group.members().stream()
              .filter(now::containsKey)
              .filter(cluster -> family(cluster).equals(group.name()))
              .collect(Collectors.toSet());
      if (stay.isEmpty()) {
        continue;
      }
      Set<DecisionGroup> places = stay.stream().map(now::get).collect(Collectors.toSet());
      require(places.size() == 1, () -> "members of %s are in %s".formatted(group, places));
      DecisionGroup place = places.iterator().next();
      require(kept.put(place, stay) == null, () -> "two groups became one: " + place);
      int index = place.key().index();
      require(last.getOrDefault(group.name(), -1) < index, () -> "order of " + group.name());
      last.put(group.name(), index);
    }
    return kept;
  }

  private String family(String cluster) {
    return family(model, cluster);
  }

  /** Returns the name of a cluster's group; null for a cluster that is gone. */
  static String family(ModelPlacement model, String cluster) {
    return model.clusters().containsKey(cluster) ? model.nameOf(model.entryOf(cluster)) : null;
  }

  private List<String> familyOrder(Set<String> present) {
    Set<String> order = new LinkedHashSet<>();
    model.entries().forEach(entry -> order.add(entry.name()));
    order.add("");
    order.retainAll(present);
    return List.copyOf(order);
  }

  private static void filled(
      List<DecisionGroup> family, Map<DecisionGroup, Set<String>> kept, int capacity) {
    List<DecisionGroup> order = new ArrayList<>();
    family.stream().filter(kept::containsKey).forEach(group -> order.add(0, group));
    require(
        family.subList(0, order.size()).stream().allMatch(kept::containsKey),
        () -> "a new group is not the last: " + family);
    family.stream().filter(group -> !kept.containsKey(group)).forEach(order::add);
    List<String> newcomers = new ArrayList<>();
    boolean room = false;
    for (DecisionGroup group : order) {
      List<String> came = new ArrayList<>(group.clusters());
      came.removeAll(kept.getOrDefault(group, Set.of()));
      require(
          came.isEmpty() || !room, () -> "%s was filled before others: %s".formatted(group, order));
      require(
          came.isEmpty() || group.clusters().size() <= capacity, () -> "above capacity: " + group);
      room |= group.clusters().size() < capacity;
      newcomers.addAll(came);
    }
    require(
        newcomers.stream().sorted(ByteOrder.NAMES).toList().equals(newcomers),
        () -> "newcomers not by name: " + newcomers);
  }

  /** Groups are as published, without the clusters that are gone. */
  void kept(List<Former> former) {
    List<List<String>> expected = new ArrayList<>();
    for (Former group : former) {
      List<String> line =
          new ArrayList<>(
              group.members().stream()
                  .filter(model.clusters()::containsKey)
                  .sorted(ByteOrder.NAMES)
                  .toList());
      if (!line.isEmpty()) {
        line.add(0, group.name() + ":");
        expected.add(line);
      }
    }
    require(
        expected.isEmpty() || lines().equals(expected),
        () -> "%s instead of %s".formatted(lines(), expected));
  }

  static void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise.get());
    }
  }
}
