package io.sluice.tools.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.tools.placement.GroupChanges.ClusterChange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupChangesTest {
  @Test
  void aNewIndexMovesNoCluster() {
    GroupChanges changes =
        GroupChanges.between(
            List.of(group(0, "", "a"), group(1, "", "b", "c"), group(2, "", "d")),
            List.of(group(0, "", "b", "c"), group(1, "", "d")));

    assertThat(changes.changes())
        .containsExactly(new ClusterChange("a", Optional.of(key(0, "")), Optional.empty()));
    assertThat(changes.pairs())
        .extracting(pair -> pair.before().map(DecisionGroup::key).map(GroupKey::index))
        .containsExactly(Optional.of(1), Optional.of(2), Optional.of(0));
  }

  @Test
  void aClusterThatIsRelabelledMoves() {
    GroupChanges changes =
        GroupChanges.between(
            List.of(group(0, "canary", "a"), group(1, "", "b", "c")),
            List.of(group(0, "canary", "a", "c"), group(1, "", "b")));

    assertThat(changes.changes())
        .containsExactly(
            new ClusterChange("c", Optional.of(key(1, "")), Optional.of(key(0, "canary"))));
    assertThat(changes.changes().get(0).moves()).isTrue();
  }

  @Test
  void aGroupContinuesTheOneWithMostMembersInCommonAndTheLargestShareIsGivenFirst() {
    GroupChanges changes =
        GroupChanges.between(
            List.of(group(0, "", "a", "b", "c", "d")),
            List.of(group(0, "", "a"), group(1, "", "b", "c", "d")));

    assertThat(changes.changes()).extracting(ClusterChange::cluster).containsExactly("a");
    assertThat(changes.pairs().get(0).before()).isEmpty();
  }

  @Test
  void groupsOfOtherNamesContinueNothing() {
    GroupChanges changes =
        GroupChanges.between(
            List.of(group(0, "east", "a"), group(1, "", "b")), List.of(group(0, "west", "a")));

    assertThat(changes.changes())
        .containsExactly(
            new ClusterChange("a", Optional.of(key(0, "east")), Optional.of(key(0, "west"))),
            new ClusterChange("b", Optional.of(key(1, "")), Optional.empty()));
  }

  @Test
  void newcomersJoinAndGroupsThatHoldThemAreNew() {
    GroupChanges changes =
        GroupChanges.between(List.of(group(0, "")), List.of(group(0, "", "a"), group(1, "", "b")));

    assertThat(changes.changes()).hasSize(2).allMatch(ClusterChange::joins);
    assertThat(changes.pairs()).hasSize(2);
  }

  private static DecisionGroup group(int index, String name, String... clusters) {
    return new DecisionGroup(key(index, name), List.of(clusters));
  }

  private static GroupKey key(int index, String name) {
    return new GroupKey("stores", name, index);
  }
}
