package io.sluice.placement.grouping;

import static io.sluice.placement.grouping.Fleets.published;
import static io.sluice.placement.grouping.Fleets.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.DecisionObject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptDecisionsTest {
  private static final List<DecisionObject> PUBLISHED =
      published("east: a b", "east: c", ": d e f g");

  private static List<String> keep(Set<String> pool) {
    return text(KeptDecisions.keep("p", PUBLISHED, pool));
  }

  @Test
  void groupsStayAsPublishedWhateverTheirSize() {
    Set<String> pool = Set.of("a", "b", "c", "d", "e", "f", "g", "h");
    assertThat(DecisionSlicer.slice(KeptDecisions.keep("p", PUBLISHED, pool))).isEqualTo(PUBLISHED);
  }

  @Test
  void clustersOutsideThePoolGoAndIndexesCloseUp() {
    assertThat(keep(Set.of("a", "b", "d", "g"))).containsExactly("east: a b", ": d g");
  }

  @Test
  void withoutAnyClusterOneEmptyGroupIsLeft() {
    assertThat(keep(Set.of())).containsExactly(": ");
  }

  @Test
  void nothingPublishedKeepsNothing() {
    assertThat(KeptDecisions.keep("p", List.of(), Set.of("a"))).isEmpty();
  }

  @Test
  void aClusterInTwoGroupsStaysWhereTheIndexIsLowest() {
    assertThat(text(KeptDecisions.keep("p", published(": a b", ": b c"), Set.of("a", "b", "c"))))
        .containsExactly(": a b", ": c");
  }
}
