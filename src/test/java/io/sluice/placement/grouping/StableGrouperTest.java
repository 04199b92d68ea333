package io.sluice.placement.grouping;

import static io.sluice.placement.grouping.Fleets.clusters;
import static io.sluice.placement.grouping.Fleets.published;
import static io.sluice.placement.grouping.Fleets.strategy;
import static io.sluice.placement.grouping.Fleets.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupedClusters;
import io.sluice.rollout.strategy.Amount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StableGrouperTest {
  private static final GroupStrategy QUARTERS = strategy(Amount.percent(25));
  private static final GroupStrategy PAIRS = strategy(Amount.count(2), "east", "west");

  private static List<String> group(
      GroupStrategy strategy, List<DecisionObject> published, String selected) {
    return text(
        StableGrouper.group("p", GroupedClusters.of(strategy, clusters(selected)), published));
  }

  @Test
  void theExampleOfTheSpecification() {
    List<String> groups = group(QUARTERS, List.of(), "a b c d e f g h");
    assertThat(groups).containsExactly(": a b", ": c d", ": e f", ": g h");
    groups = group(QUARTERS, published(groups.toArray(String[]::new)), "a c e f g h");
    assertThat(groups).containsExactly(": a", ": c", ": e f", ": g h");
    groups = group(QUARTERS, published(groups.toArray(String[]::new)), "a c e f g h i j k");
    assertThat(groups).containsExactly(": a", ": c k", ": e f j", ": g h i");
    groups = group(QUARTERS, published(groups.toArray(String[]::new)), "c e f g h i j k");
    assertThat(groups).containsExactly(": c k", ": e f j", ": g h i");
    groups = group(QUARTERS, published(groups.toArray(String[]::new)), "c e f g h i j k l");
    assertThat(groups).containsExactly(": c k l", ": e f j", ": g h i");
  }

  @Test
  void aNamedFamilyThatNeedsAnotherGroupPushesLaterIndexesUp() {
    assertThat(
            group(
                PAIRS,
                published("east: a b", "west: c", ": d e"),
                "a:east b:east c:west d e x:east"))
        .containsExactly("east: a b", "east: x", "west: c", ": d e");
  }

  @Test
  void aRelabelledClusterIsANewcomerOfItsNewFamily() {
    assertThat(group(PAIRS, published("east: a b", "west: c", ": d e"), "a:west b:east c:west d e"))
        .containsExactly("east: b", "west: a c", ": d e");
  }

  @Test
  void familiesFollowTheOrderOfTheEntries() {
    assertThat(
            group(
                strategy(Amount.count(2), "west", "east"),
                published("east: a b", "west: c", ": d e"),
                "a:east b:east c:west d e"))
        .containsExactly("west: c", "east: a b", ": d e");
  }

  @Test
  void entriesOfOneNameAreOneFamily() {
    GroupStrategy twice =
        new GroupStrategy(
            Optional.of(Amount.count(3)),
            List.of(PAIRS.entries().get(0), PAIRS.entries().get(1), PAIRS.entries().get(0)));
    assertThat(group(twice, List.of(), "a:east b:west c:east"))
        .containsExactly("east: a c", "west: b");
  }

  @Test
  void membersOfANameThatIsNoLongerInTheSpecAreNewcomers() {
    assertThat(group(PAIRS, published("north: a b", ": c"), "a b c"))
        .containsExactly(": a c", ": b");
  }

  @Test
  void aGroupAboveItsCapacityKeepsItsMembersAndTakesNone() {
    assertThat(group(PAIRS, published(": a b c d"), "a b c d e f g"))
        .containsExactly(": a b c d", ": e f", ": g");
  }

  @Test
  void aClusterInTwoGroupsCountsWhereTheIndexIsLowest() {
    List<DecisionObject> published = new ArrayList<>(published(": a b", ": b c", ": c d"));
    Collections.reverse(published);
    assertThat(group(PAIRS, published, "a b c d")).containsExactly(": a b", ": c", ": d");
  }

  @Test
  void aClusterInTwoGroupsIsANewcomerIfTheLowerIndexIsOfAnotherFamily() {
    assertThat(group(PAIRS, published("east: a", ": b c a"), "a b c"))
        .containsExactly(": b c", ": a");
  }

  /** So it is in the middle of a plan: an evaluation then must not undo the write before. */
  @Test
  void aClusterInTwoGroupsOfOneIndexCountsInTheOneOfItsFamily() {
    List<DecisionObject> published = new ArrayList<>(published("west: b"));
    published.add(DecisionObject.of(new GroupKey("p", "", 1), 2, List.of("a", "c")));
    published.add(DecisionObject.of(new GroupKey("p", "west", 1), 3, List.of("a")));
    assertThat(group(PAIRS, published, "a:west b:west c"))
        .containsExactly("west: b", "west: a", ": c");
  }

  @Test
  void objectsWithoutLabelsAreTheUnnamedGroup() {
    List<DecisionObject> published =
        List.of(
            new DecisionObject("p-decision-1", Map.of(), List.of("a", "b")),
            new DecisionObject("p-decision-2", Map.of(), List.of("c")));
    assertThat(group(PAIRS, published, "a b c d")).containsExactly(": a b c", ": d");
  }

  @Test
  void anObjectWhoseIndexIsNoNumberStaysAGroupOfItsOwn() {
    List<DecisionObject> published = new ArrayList<>(published(": a b", ": e f"));
    published.add(
        0,
        new DecisionObject(
            "p-decision-3", Map.of(DecisionObject.GROUP_INDEX, "one"), List.of("c", "d")));
    assertThat(group(PAIRS, published, "a b c d e f")).containsExactly(": a b", ": e f", ": c d");
  }

  @Test
  void noClusterMakesOneEmptyGroup() {
    assertThat(group(PAIRS, published("east: a"), "")).containsExactly(": ");
  }
}
