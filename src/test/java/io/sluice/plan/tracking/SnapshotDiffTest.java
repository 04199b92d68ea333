package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Rules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests snapshots in which names come in any order, twice, or in another group than before. */
class SnapshotDiffTest {
  private static final GroupKey DEV = new GroupKey("p", "dev", 0);
  private static final GroupKey PROD = new GroupKey("p", "prod", 1);
  private static final List<String> STARTED = names("d", 20);
  private static final List<String> WAITING = names("p", 40);

  private static List<String> names(String prefix, int number) {
    return IntStream.range(0, number).mapToObj(i -> "%s%02d".formatted(prefix, i)).toList();
  }

  private static AttemptState state() {
    return new AttemptState(
        PlannerFixture.spec(PlannerFixture.perGroup()),
        PlannerFixture.START,
        List.of(DEV, PROD),
        STARTED.stream().map(name -> ClusterState.started(name, 0, PlannerFixture.START)).toList(),
        WAITING.stream().map(name -> PendingCluster.of(name, 1)).toList(),
        true,
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        RequestState.NONE);
  }

  private static Membership membership(FleetView fleet) {
    return membership(state(), fleet);
  }

  private static Membership membership(AttemptState state, FleetView fleet) {
    return new Membership(
        state,
        new HubSnapshot(
            HubSnapshot.ClaimState.HELD, Optional.empty(), Optional.empty(), Intent.NONE, fleet),
        new ClusterTracker(Rules.NEWEST, state, new ClusterTimers(state.spec(), Instant.EPOCH)));
  }

  private static Membership membership(List<String> dev, List<String> prod) {
    return membership(
        FleetView.of(List.of(new DecisionGroup(PROD, prod), new DecisionGroup(DEV, dev))));
  }

  private static List<String> with(List<String> names, String... more) {
    List<String> all = new ArrayList<>(names);
    all.addAll(List.of(more));
    return all;
  }

  private static List<String> without(List<String> names, String... fewer) {
    List<String> rest = new ArrayList<>(names);
    rest.removeAll(List.of(fewer));
    return rest;
  }

  @Test
  void newcomersOfSeveralGroupsJoinInTheOrderOfTheirNames() {
    assertThat(membership(with(STARTED, "x2", "x4"), with(WAITING, "x1", "x3")).waiting())
        .extracting(PendingCluster::cluster)
        .endsWith("x1", "x2", "x3", "x4");
  }

  private static int placeOf(Membership members, String cluster) {
    int found = SortedMembers.find(members.waiting(), cluster);
    return members.waiting().get(found).group();
  }

  @Test
  void whereNothingChangedAllClustersStay() {
    Membership members = membership(STARTED, WAITING);
    assertThat(members.waiting()).isEqualTo(state().waiting());
    assertThat(members.groups().order()).containsExactly(DEV, PROD);
    assertThat(members.groups().size(DEV)).isEqualTo(20);
    assertThat(members.groups().size(PROD)).isEqualTo(40);
  }

  @Test
  void theOrderOfNamesDoesNotMatter() {
    List<String> dev = new ArrayList<>(with(STARTED, "p07", "x2", "x1"));
    List<String> prod = new ArrayList<>(without(WAITING, "p07", "p39"));
    Membership inOrder = membership(dev, prod);
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(dev, new Random(seed));
      Collections.shuffle(prod, new Random(seed));
      assertThat(membership(dev, prod).waiting()).as("seed %d", seed).isEqualTo(inOrder.waiting());
    }
  }

  @Test
  void newcomersStandAmongTheOthersByName() {
    Membership members = membership(STARTED, with(WAITING, "p055", "a", "z"));
    assertThat(members.waiting()).extracting(PendingCluster::cluster).isSorted().hasSize(43);
    assertThat(placeOf(members, "p055")).isEqualTo(1);
  }

  @Test
  void aWaitingClusterMovesIntoNoGroupThatHasBegun() {
    Membership members = membership(with(STARTED, "p07"), without(WAITING, "p07"));
    assertThat(placeOf(members, "p07")).isEqualTo(1);
    assertThat(members.groups().size(DEV)).isEqualTo(20);
    assertThat(members.groups().size(PROD)).isEqualTo(40);
  }

  @Test
  void aWaitingClusterMovesIntoANewGroup() {
    GroupKey stage = new GroupKey("p", "stage", 1);
    GroupKey prod = new GroupKey("p", "prod", 2);
    Membership members =
        membership(
            FleetView.of(
                List.of(
                    new DecisionGroup(DEV, STARTED),
                    new DecisionGroup(stage, List.of("p07")),
                    new DecisionGroup(prod, without(WAITING, "p07")))));
    assertThat(placeOf(members, "p07")).isEqualTo(2);
    assertThat(placeOf(members, "p08")).isEqualTo(1);
    assertThat(members.groups().order())
        .extracting(GroupKey::published)
        .containsExactly(DEV, stage, prod);
  }

  @Test
  void inTwoGroupsTheFirstCounts() {
    Membership members = membership(with(STARTED, "p07", "new"), with(WAITING, "new"));
    assertThat(placeOf(members, "p07")).isEqualTo(1);
    assertThat(placeOf(members, "new")).isZero();
    assertThat(members.waiting()).hasSize(41);
  }

  @Test
  void aStartedClusterStaysWhereItWasStarted() {
    Membership members = membership(without(STARTED, "d03"), with(WAITING, "d03"));
    assertThat(members.groups().size(DEV)).isEqualTo(20);
    assertThat(members.waiting()).hasSize(40);
  }

  @Test
  void aClusterThatIsNotSelectedIsGoneUnlessItsReplicaIsStillThere() {
    FleetView fleet =
        new FleetView(
            List.of(
                new DecisionGroup(DEV, without(STARTED, "d03", "d04")),
                new DecisionGroup(PROD, without(WAITING, "p07", "p08"))),
            Optional.empty(),
            List.of("d03", "p07", "p09"),
            List.of());
    assertThat(membership(fleet).groups().size(DEV)).as("in their grace").isEqualTo(20);
    Departures told =
        new Departures(List.of(), List.of("d03", "d04", "p07", "p08", "p09"), List.of());
    Membership members = membership(state().with(told), fleet);
    assertThat(members.groups().size(DEV)).isEqualTo(19);
    assertThat(members.groups().size(PROD)).isEqualTo(39);
    assertThat(members.departures().deselected()).containsExactly("d03", "p07");
    assertThat(members.leaving("d03")).isTrue();
    assertThat(members.leaving("p07")).isTrue();
    assertThat(members.leaving("p09")).as("selected after all").isFalse();
  }
}
