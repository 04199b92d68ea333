package io.sluice.placement.grouping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionSlicerTest {
  private static DecisionGroup group(String name, int index, int clusters) {
    return new DecisionGroup(
        new GroupKey("ztp", name, index),
        IntStream.range(0, clusters).mapToObj("c%03d"::formatted).toList());
  }

  @Test
  void numbersRunOnOverAllGroups() {
    assertThat(
            DecisionSlicer.slice(
                List.of(group("west", 0, 10), group("", 1, 250), group("", 2, 100))))
        .extracting(
            DecisionObject::name,
            DecisionObject::groupName,
            object -> object.groupIndex().orElseThrow(),
            object -> object.clusters().size())
        .containsExactly(
            tuple("ztp-decision-1", "west", 0, 10),
            tuple("ztp-decision-2", "", 1, 100),
            tuple("ztp-decision-3", "", 1, 100),
            tuple("ztp-decision-4", "", 1, 50),
            tuple("ztp-decision-5", "", 2, 100));
  }

  @Test
  void labelsAreComplete() {
    assertThat(DecisionSlicer.slice(List.of(group("", 0, 1))).get(0).labels())
        .isEqualTo(
            Map.of(
                "cluster.open-cluster-management.io/placement", "ztp",
                "cluster.open-cluster-management.io/decision-group-index", "0",
                "cluster.open-cluster-management.io/decision-group-name", ""));
  }

  @Test
  void anEmptyGroupHasOneObject() {
    assertThat(DecisionSlicer.slice(List.of(group("", 0, 0))))
        .singleElement()
        .satisfies(object -> assertThat(object.clusters()).isEmpty());
  }

  @Test
  void clustersAreCutByName() {
    List<String> names = List.of("c2", "c10", "c1");
    assertThat(
            DecisionSlicer.slice(List.of(new DecisionGroup(new GroupKey("ztp", "", 0), names)))
                .get(0)
                .clusters())
        .containsExactly("c1", "c10", "c2");
  }
}
