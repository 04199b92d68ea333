package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Matches snapshots of a placement {@code p} with the groups of an attempt. */
class GroupMatcherTest {
  private final Map<String, Integer> members = new TreeMap<>();
  private boolean pinned;

  private static GroupKey key(String name, int index) {
    return new GroupKey("p", name, index);
  }

  private static DecisionGroup group(String name, int index, String... clusters) {
    return new DecisionGroup(key(name, index), List.of(clusters));
  }

  private GroupMatcherTest members(int group, String... clusters) {
    List.of(clusters).forEach(cluster -> members.put(cluster, group));
    return this;
  }

  private GroupMatcher match(List<GroupKey> known, DecisionGroup... snapshot) {
    return new GroupMatcher(
        known,
        List.of(snapshot),
        new GroupMatcher.Members() {
          @Override
          public Optional<Integer> groupOf(String cluster) {
            return Optional.ofNullable(members.get(cluster));
          }

          @Override
          public boolean any(int group) {
            return members.containsValue(group);
          }

          @Override
          public boolean pinned(String cluster) {
            return pinned && members.containsKey(cluster);
          }
        });
  }

  private static List<GroupKey> unnamed(int number) {
    List<GroupKey> keys = new ArrayList<>();
    for (int index = 0; index < number; index++) {
      keys.add(key("", index));
    }
    return keys;
  }

  @Test
  void theFirstSnapshotIsTakenAsItIs() {
    GroupMatcher found = match(List.of(), group("dev", 0, "d1"), group("", 3, "x1"));
    assertThat(found.groups()).containsExactly(key("dev", 0), key("", 3));
    assertThat(found.indexes()).containsExactly(0, 1);
  }

  /** The clusters of the new one keep their groups, so it stays empty between turned neighbours. */
  @Test
  void aGroupWithoutMembersKeepsItsPlaceAtEveryLook() {
    List<GroupKey> known =
        List.of(
            new GroupKey("p", "", 2, Optional.of("0")), new GroupKey("p", "", 0, Optional.of("2")));
    members(0, "c1", "d1").members(1, "c3");
    pinned = true;
    DecisionGroup[] snapshot = {group("", 0, "c3"), group("dev", 1, "d1"), group("", 2, "c1")};
    GroupMatcher once = match(known, snapshot);
    assertThat(once.groups()).hasSize(3);
    assertThat(match(once.groups(), snapshot).groups()).isEqualTo(once.groups());
  }

  /** Of several that are empty and stand there, the one that had its index stays it. */
  @Test
  void aGroupWithoutMembersIsFoundAgain() {
    List<GroupKey> known =
        List.of(
            key("dev", 0),
            new GroupKey("p", "", 2, Optional.of("0.1")),
            new GroupKey("p", "", 1, Optional.of("0.2")));
    members(0, "d1");
    GroupMatcher found = match(known, group("dev", 0, "d1"), group("", 1));
    assertThat(found.groups()).isEqualTo(known);
    assertThat(found.indexes()).containsExactly(0, 2);
  }

  /** The first group lost its last cluster, and all others moved up. */
  @Test
  void groupsOfOneNameAreFoundByTheirMembers() {
    members(1, "c2").members(2, "c3");
    GroupMatcher found = match(unnamed(3), group("", 0, "c2"), group("", 1, "c3"));
    assertThat(found.indexes()).containsExactly(1, 2);
    assertThat(found.groups())
        .containsExactly(
            key("", 0),
            new GroupKey("p", "", 0, Optional.of("1")),
            new GroupKey("p", "", 1, Optional.of("2")));
    assertThat(found.groups()).isSorted();
  }

  @Test
  void theMostSharedMembersCountAndOfEqualOnesTheEarlierGroup() {
    members(0, "a1", "a2").members(1, "b1", "b2").members(2, "c1", "c2");
    GroupMatcher found =
        match(
            unnamed(3),
            group("", 0, "a0", "a1"),
            group("", 1, "a2", "b1"),
            group("", 2, "b2", "c1"),
            group("", 3, "c2"));
    assertThat(found.indexes()).containsExactly(0, 1, 2, 3);
    assertThat(found.groups()).hasSize(4).isSorted();
    assertThat(found.groups().get(3).place()).hasToString("2.1");
  }

  @Test
  void aGroupIsTheOneWithWhichItSharesMost() {
    members(0, "a1").members(1, "b1", "b2", "b3");
    GroupMatcher found = match(unnamed(2), group("", 0, "a1", "b1", "b2"), group("", 1, "b3"));
    assertThat(found.indexes()).containsExactly(1, 2);
  }

  @Test
  void anotherNameIsAnotherGroupWhateverItsMembers() {
    members(0, "d1");
    GroupMatcher found = match(List.of(key("dev", 0)), group("stage", 0, "d1"));
    assertThat(found.indexes()).containsExactly(1);
    assertThat(found.groups().get(0)).isEqualTo(key("dev", 0));
    assertThat(found.groups().get(1).place()).hasToString("0.1");
  }

  @Test
  void aNewGroupStandsAmongItsNeighboursAndTheOthersKeepTheirPlaces() {
    members(0, "d1").members(1, "p1");
    GroupMatcher found =
        match(
            List.of(key("dev", 0), key("prod", 1)),
            group("dev", 0, "d1"),
            group("stage", 1, "s1"),
            group("prod", 2, "p1"));
    assertThat(found.groups())
        .containsExactly(
            key("dev", 0),
            new GroupKey("p", "prod", 2, Optional.of("1")),
            new GroupKey("p", "stage", 1, Optional.of("0.1")));
    assertThat(found.indexes()).containsExactly(0, 2, 1);
  }

  /** Its place is what makes it the mandatory one, where an index does. */
  @Test
  void aNameThatOneGroupHasIsFoundWithoutMembers() {
    members(1, "p1");
    GroupMatcher found =
        match(
            List.of(key("dev", 0), key("prod", 1)), group("dev", 0, "d2"), group("prod", 1, "p1"));
    assertThat(found.indexes()).containsExactly(0, 1);
    assertThat(found.groups()).containsExactly(key("dev", 0), key("prod", 1));
  }

  @Test
  void aGroupOfNewcomersTakesNoPlaceOfAnIndex() {
    members(1, "c2");
    GroupMatcher found = match(unnamed(2), group("", 0, "c9"), group("", 1, "c2"));
    assertThat(found.groups().get(found.indexes()[0]).place().is(0)).isFalse();
    assertThat(found.groups()).hasSize(2);
  }

  @Test
  void aGroupWhoseClustersAllCountElsewhereIsAnotherFromTheBeginning() {
    DecisionGroup[] snapshot = {
      group("stage", 0, "c5"), group("", 1, "c4"), group("stage", 2, "c4")
    };
    assertThat(match(List.of(), snapshot).groups())
        .containsExactly(
            key("stage", 0), key("", 1), new GroupKey("p", "stage", 2, Optional.of("1.1")));
  }

  @Test
  void aGroupWhoseClustersAllCountElsewhereStaysTheSame() {
    members(0, "c1", "c2");
    DecisionGroup[] snapshot = {group("", 0, "c1"), group("", 1, "c2")};
    GroupMatcher once = match(unnamed(1), snapshot);
    assertThat(once.groups()).hasSize(2);
    assertThat(match(once.groups(), snapshot).groups()).isEqualTo(once.groups());
  }

  @Test
  void entriesOfOneKeyAreOneGroup() {
    members(0, "d1", "d2");
    List<DecisionGroup> entries = List.of(group("dev", 0, "d1"), group("dev", 0, "d2", "d3"));
    assertThat(match(List.of(key("dev", 0)), entries.toArray(DecisionGroup[]::new)).indexes())
        .containsExactly(0, 0);
    assertThat(match(List.of(), entries.toArray(DecisionGroup[]::new)).groups()).hasSize(1);
  }

  @Test
  void placesNeverChangeAndNoTwoGroupsOfASnapshotAreOne() {
    RandomSeeds.of(1_000).forEach(GroupMatcherTest::cutAnew);
  }

  private static void cutAnew(long seed) {
    Random random = new Random(seed);
    GroupMatcherTest test = new GroupMatcherTest();
    List<GroupKey> known = List.of();
    for (int round = 0; round < 12; round++) {
      DecisionGroup[] snapshot = snapshot(random);
      GroupMatcher found = test.match(known, snapshot);
      for (int index = 0; index < known.size(); index++) {
        if (test.members.containsValue(index)) {
          assertThat(found.groups().get(index).place())
              .as("seed %d", seed)
              .isEqualTo(known.get(index).place());
        }
      }
      assertThat(Arrays.stream(found.indexes()).distinct().count())
          .as("seed %d", seed)
          .isEqualTo(snapshot.length);
      known = found.groups();
      assertThat(known).as("seed %d", seed).doesNotHaveDuplicates();
      test.members.clear();
      for (int group = 0; group < snapshot.length; group++) {
        test.members(found.indexes()[group], snapshot[group].clusters().toArray(String[]::new));
      }
    }
  }

  private static DecisionGroup[] snapshot(Random random) {
    Map<Integer, List<String>> clusters = new TreeMap<>();
    int size = 1 + random.nextInt(5);
    int at = 0;
    for (int cluster = 0; cluster < 20; cluster++) {
      if (random.nextInt(4) > 0) {
        clusters.computeIfAbsent(at++ / size, none -> new ArrayList<>()).add("c" + cluster);
      }
    }
    return clusters.entrySet().stream()
        .map(entry -> new DecisionGroup(key("", entry.getKey()), entry.getValue()))
        .sorted(Comparator.comparing(DecisionGroup::key))
        .toArray(DecisionGroup[]::new);
  }
}
