package io.sluice.plan.tracking;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.GroupPlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Finds the groups of an attempt in a snapshot by their members, as a placement may number its
 * groups anew: because of a number or a position, no cluster that the attempt has placed changes
 * its group, and no group is confused with another one (rollout-strategy 3.7, "Company").
 *
 * <p>Among groups of the same placement and name, a group of the snapshot is the known group with
 * which it shares most members. A group that shares none is new, and is placed next to its
 * neighbours in the snapshot. A known group that is not found keeps its place.
 */
final class GroupMatcher {
  private static final int NONE = -1;

  private final List<GroupKey> groups;
  private final List<DecisionGroup> snapshot;
  private final Members members;
  private final int[] indexes;
  private final Set<Integer> found = new HashSet<>();

  /** Finds the group to which a cluster belongs. */
  interface Members {
    /** Returns the index of the group of a member; empty if the cluster is none. */
    Optional<Integer> groupOf(String cluster);

    /** Returns whether the group with that index has members. */
    boolean any(int group);

    /** Returns whether a member keeps its group, whatever the snapshot says. */
    boolean pinned(String cluster);
  }

  private record Share(int group, int index, int members) {}

  /**
   * Matches a snapshot.
   *
   * @param known the groups of the attempt, by index; none: this is its first snapshot
   * @param snapshot in rollout order
   */
  GroupMatcher(List<GroupKey> known, List<DecisionGroup> snapshot, Members members) {
    this.groups = new ArrayList<>(known);
    this.snapshot = snapshot;
    this.members = members;
    this.indexes = new int[snapshot.size()];
    Arrays.fill(indexes, NONE);
    if (known.isEmpty()) {
      begin();
    } else {
      findByMembers();
      findByName();
    }
    addNew();
    for (int group = 0; group < indexes.length; group++) {
      indexes[group] = indexes[first(group)];
    }
  }

  /** Returns the first of those with the same key, which are one group (F2). */
  private int first(int group) {
    int first = group;
    while (first > 0 && key(first - 1).equals(key(group))) {
      first--;
    }
    return first;
  }

  private IntStream distinct() {
    return IntStream.range(0, indexes.length).filter(group -> first(group) == group);
  }

  /** Returns the groups of the snapshot that are not found yet. */
  private IntStream missing() {
    return distinct().filter(group -> indexes[group] == NONE);
  }

  /** Returns the groups of the attempt with the indexes that they have now. */
  List<GroupKey> groups() {
    return groups;
  }

  /** Returns for each group of the snapshot its index among {@link #groups()}. */
  int[] indexes() {
    return indexes;
  }

  private GroupKey key(int group) {
    return snapshot.get(group).key();
  }

  private void begin() {
    Set<String> counted = new HashSet<>();
    boolean[] members = new boolean[indexes.length];
    for (int group = 0; group < indexes.length; group++) {
      for (String cluster : snapshot.get(group).clusters()) {
        members[first(group)] |= counted.add(cluster);
      }
    }
    missing()
        .filter(group -> members[group] || single(key(group)))
        .forEach(
            group -> {
              indexes[group] = groups.size();
              found.add(groups.size());
              groups.add(key(group));
            });
  }

  private void findByMembers() {
    Map<Integer, Map<Integer, Integer>> shared = new TreeMap<>();
    Set<String> counted = new HashSet<>();
    for (int group = 0; group < indexes.length; group++) {
      Map<Integer, Integer> own = shared.computeIfAbsent(first(group), none -> new TreeMap<>());
      for (String cluster : snapshot.get(group).clusters()) {
        // In several groups the first counts.
        if (counted.add(cluster)) {
          members.groupOf(cluster).ifPresent(index -> own.merge(index, 1, Integer::sum));
        }
      }
    }
    List<Share> shares = new ArrayList<>();
    shared.forEach(
        (group, own) -> own.forEach((index, both) -> shares.add(new Share(group, index, both))));
    shares.stream()
        .filter(share -> alike(groups.get(share.index()), key(share.group())))
        .sorted(
            Comparator.comparingInt(Share::members)
                .reversed()
                .thenComparing(share -> groups.get(share.index()))
                .thenComparingInt(Share::group))
        .forEach(share -> match(share.group(), share.index()));
  }

  /** Without common members a name is enough if only one group has it, then and now. */
  private void findByName() {
    missing()
        .filter(group -> key(group).named())
        .forEach(
            group -> {
              int[] known = known(key(group)).toArray();
              if (known.length == 1 && single(key(group)) && !members.any(known[0])) {
                match(group, known[0]);
              }
            });
  }

  /** Returns whether the snapshot has no other group of that name. */
  private boolean single(GroupKey key) {
    return key.named() && distinct().filter(group -> alike(key(group), key)).limit(2).count() == 1;
  }

  private IntStream known(GroupKey like) {
    return IntStream.range(0, groups.size()).filter(index -> alike(groups.get(index), like));
  }

  private void match(int group, int index) {
    if (indexes[group] == NONE && found.add(index)) {
      indexes[group] = index;
      GroupKey known = groups.get(index);
      groups.set(
          index, GroupKey.at(known.place(), known.placement(), known.name(), key(group).index()));
    }
  }

  private static boolean alike(GroupKey left, GroupKey right) {
    return left.placement().equals(right.placement()) && left.name().equals(right.name());
  }

  private void addNew() {
    missing().forEach(group -> indexes[group] = add(group));
  }

  /** Reuses the index of a group without members, where there is one: no cluster has it. */
  private int add(int group) {
    GroupKey key = key(group);
    List<Integer> free = free(key);
    if (!gains(group)) {
      // A group without members must keep its index in every snapshot.
      Optional<Integer> same =
          free.stream().filter(index -> groups.get(index).published().equals(key)).findFirst();
      if (same.isPresent()) {
        found.add(same.get());
        return same.get();
      }
    }
    Optional<Integer> there = free.stream().filter(index -> stands(index, group)).findFirst();
    GroupPlace place =
        there.map(index -> groups.get(index).place()).orElseGet(() -> placeOfNew(group));
    GroupKey added = GroupKey.at(place, key.placement(), key.name(), key.index());
    Optional<Integer> taken = there.or(() -> free.stream().findFirst());
    taken.ifPresentOrElse(index -> groups.set(index, added), () -> groups.add(added));
    int index = taken.orElse(groups.size() - 1);
    found.add(index);
    return index;
  }

  /** Returns whether a cluster comes to belong to this group of the snapshot. */
  private boolean gains(int group) {
    return snapshot.get(group).clusters().stream()
        .filter(cluster -> !members.pinned(cluster))
        .anyMatch(
            cluster ->
                snapshot.subList(0, first(group)).stream()
                    .noneMatch(other -> other.clusters().contains(cluster)));
  }

  /** Returns the groups of that name without members. */
  private List<Integer> free(GroupKey key) {
    return known(key)
        .filter(index -> !members.any(index) && !found.contains(index))
        .boxed()
        .toList();
  }

  /** Returns whether a group that was added before has the place that this one is to have. */
  private boolean stands(int index, int group) {
    GroupPlace place = groups.get(index).place();
    return !place.indexed()
        && neighbour(group, -1).filter(before -> before.compareTo(place) >= 0).isEmpty()
        && neighbour(group, 1).filter(after -> after.compareTo(place) <= 0).isEmpty();
  }

  /**
   * Returns a place right after the group that the snapshot has before it, else before the next;
   * the former place of an index that is reused does not count, so that the result is the same for
   * every snapshot.
   */
  private GroupPlace placeOfNew(int group) {
    String placement = key(group).placement();
    List<Integer> free = free(key(group));
    List<GroupPlace> taken =
        IntStream.range(0, groups.size())
            .filter(index -> !free.contains(index))
            .mapToObj(groups::get)
            .filter(key -> key.placement().equals(placement))
            .map(GroupKey::place)
            .sorted()
            .toList();
    Optional<GroupPlace> before = neighbour(group, -1);
    Optional<GroupPlace> after =
        before.isPresent()
            ? taken.stream().filter(place -> place.compareTo(before.get()) > 0).findFirst()
            : neighbour(group, 1);
    Optional<GroupPlace> former =
        before.or(
            () ->
                taken.stream()
                    .filter(place -> after.isEmpty() || place.compareTo(after.get()) < 0)
                    .reduce((first, last) -> last));
    return GroupPlace.between(former, after);
  }

  /** Returns the place of the nearest group of the same placement that is known by now. */
  private Optional<GroupPlace> neighbour(int group, int step) {
    for (int other = group + step; other >= 0 && other < indexes.length; other += step) {
      if (indexes[other] != NONE && key(other).placement().equals(key(group).placement())) {
        return Optional.of(groups.get(indexes[other]).place());
      }
    }
    return Optional.empty();
  }
}
