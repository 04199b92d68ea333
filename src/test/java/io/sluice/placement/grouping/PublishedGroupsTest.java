package io.sluice.placement.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublishedGroupsTest {
  private static DecisionObject object(String group, int index, int number, String... clusters) {
    return DecisionObject.of(new GroupKey("p", group, index), number, List.of(clusters));
  }

  private static GroupMembers members(String group, String... clusters) {
    return new GroupMembers(group, List.of(clusters));
  }

  @Test
  void aClusterCountsWhereItsIndexIsLowest() {
    assertThat(
            PublishedGroups.of(
                List.of(object("west", 1, 2, "a", "c"), object("east", 0, 1, "a", "b"))))
        .containsExactly(members("east", "a", "b"), members("west", "c"));
  }

  @Test
  void ofTwoGroupsOfOneIndexItCountsInThatOfItsFamilyAlone() {
    List<DecisionObject> published =
        List.of(object("east", 0, 1, "a", "b"), object("west", 0, 2, "a", "b"));

    assertThat(PublishedGroups.of(published, cluster -> cluster.equals("a") ? "west" : "east"))
        .containsExactly(members("east", "b"), members("west", "a"));
  }
}
