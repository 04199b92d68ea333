package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.PlannerFixture;
import io.sluice.plan.RolloutPlanner;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that groups keep their identity when a placement numbers them anew (3.7, Pinned). */
class GroupRenumberingTest {
  private static GroupKey key(String name, int index) {
    return new GroupKey("p", name, index);
  }

  @Test
  void unchangedGroupsKeepTheirNames() {
    List<GroupKey> keys = List.of(key("prod", 1), key("dev", 0));
    assertThat(GroupRenumbering.renamed(keys, List.of(key("dev", 0), key("prod", 1))))
        .isEqualTo(keys);
  }

  @Test
  void aGroupFollowsItsNewIndex() {
    assertThat(
            GroupRenumbering.renamed(
                List.of(key("dev", 0), key("prod", 1)),
                List.of(key("canary", 0), key("dev", 1), key("prod", 2))))
        .containsExactly(key("dev", 1), key("prod", 2));
  }

  @Test
  void amongGroupsOfOneNameThePositionCounts() {
    assertThat(
            GroupRenumbering.renamed(
                List.of(key("", 3), key("prod", 1), key("prod", 2)),
                List.of(key("prod", 4), key("prod", 7), key("", 9))))
        .containsExactly(key("", 9), key("prod", 4), key("prod", 7));
  }

  @Test
  void aGroupOfAnotherPlacementIsAnother() {
    assertThat(
            GroupRenumbering.renamed(List.of(key("dev", 0)), List.of(new GroupKey("q", "dev", 4))))
        .containsExactly(key("dev", 0));
  }

  @Test
  void aGroupThatIsGoneKeepsItsName() {
    assertThat(GroupRenumbering.renamed(List.of(key("dev", 0)), List.of(key("prod", 0))))
        .containsExactly(key("dev", 0));
  }

  @Test
  void aGroupThatIsGoneCountsWithTheLastOfItsName() {
    List<GroupKey> now = List.of(key("stage", 6));
    List<GroupKey> once = GroupRenumbering.renamed(List.of(key("stage", 2), key("stage", 3)), now);
    assertThat(once).containsExactly(key("stage", 6), key("stage", 6));
    assertThat(GroupRenumbering.renamed(once, now)).isEqualTo(once);
  }

  @Test
  void aGroupWhoseClustersAllCountElsewhereKeepsItsPlaceAmongThoseOfItsName() {
    DecisionGroup[] fleet = {
      new DecisionGroup(key("dev", 0), List.of("d1")),
      new DecisionGroup(key("dev", 1), List.of("d1")),
      new DecisionGroup(key("dev", 2), List.of("d2"))
    };
    AttemptState state =
        AttemptState.begin(PlannerFixture.spec(PlannerFixture.perGroup()), PlannerFixture.START);
    Step first = step(state, fleet);
    Step second = step(first.state(), fleet);
    assertThat(second.state()).isEqualTo(first.state());
    assertThat(second.progress().groups())
        .extracting(Progress.Group::key)
        .containsExactly(key("dev", 0), key("dev", 2));
  }

  @Test
  void afterGroupsOfOneNameMergedAndPartedAStepOnNothingNewChangesNothing() {
    AttemptState state =
        AttemptState.begin(PlannerFixture.spec(PlannerFixture.perGroup()), PlannerFixture.START);
    DecisionGroup prod = new DecisionGroup(key("prod", 3), List.of("c1"));
    DecisionGroup last = new DecisionGroup(key("dev", 2), List.of("c2"));
    state = step(state, new DecisionGroup(key("dev", 0), List.of("c1")), last).state();
    state = step(state, last, prod).state();
    DecisionGroup[] parted = {
      new DecisionGroup(key("dev", 0), List.of("c3")),
      new DecisionGroup(key("dev", 1), List.of("c4")),
      new DecisionGroup(key("dev", 2), List.of("c1", "c2"))
    };
    AttemptState first = step(state, parted).state();
    AttemptState second = step(first, parted).state();
    assertThat(second.groups()).isEqualTo(first.groups());
    assertThat(step(second, parted).state()).isEqualTo(second);
  }

  @Test
  void startedClustersAndNewcomersOfARenumberedGroupAreOneGroup() {
    AttemptState state =
        AttemptState.begin(PlannerFixture.spec(PlannerFixture.perGroup()), PlannerFixture.START);
    Step first = step(state, new DecisionGroup(key("dev", 0), List.of("d1")));
    Step second =
        step(
            first.state(),
            new DecisionGroup(key("canary", 0), List.of()),
            new DecisionGroup(key("dev", 1), List.of("d1", "d2")));
    assertThat(second.progress().groups())
        .singleElement()
        .satisfies(group -> assertThat(group.key()).isEqualTo(key("dev", 1)))
        .satisfies(group -> assertThat(group.counts().clusters()).isEqualTo(2));
  }

  private static Step step(AttemptState state, DecisionGroup... groups) {
    HubSnapshot hub =
        new HubSnapshot(
            HubSnapshot.ClaimState.HELD,
            Optional.of(PlannerFixture.ROOT),
            Optional.empty(),
            Intent.NONE,
            FleetView.of(List.of(groups)));
    Instant now = PlannerFixture.START;
    return RolloutPlanner.step(Rules.CURRENT, state, Observation.of(hub), now);
  }
}
