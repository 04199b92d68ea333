package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Groups are known by their members, whatever the placement calls them (rollout-strategy 3.7). */
class CompanyTest {
  private static PlannerFixture scene(Strategy strategy) {
    return new PlannerFixture(strategy);
  }

  private static Strategy firstIsMandatory(StrategyType type) {
    return Strategy.of(type)
        .withProgressDeadline(Duration.ofMinutes(10))
        .withMandatory(GroupSelector.at(0));
  }

  @Test
  void noGroupStartsWithoutApprovalBecauseItHasTheIndexOfAMandatoryOneNow() {
    PlannerFixture scene =
        scene(firstIsMandatory(StrategyType.MANUAL_PER_GROUP))
            .group("canary", "x1")
            .group("stage", "s1")
            .group("prod", "p1")
            .settle();
    scene.positive("x1").settle().after(PlannerFixture.FLOOR).settle();
    scene.noGroups().leaving("x1").group("stage", "s1").group("prod", "p1").settle();
    assertThat(scene.stage("s1")).isNull();
    scene.leaving().settle();
    assertThat(scene.stage("s1")).isNull();
    assertThat(scene.progress().waitingFor()).startsWith("Waiting for approval of group stage");
  }

  @Test
  void noBreachBecauseAGroupHasTheIndexOfAMandatoryOneNow() {
    PlannerFixture scene =
        scene(firstIsMandatory(StrategyType.PROGRESSIVE_PER_GROUP).withMaxFailures(Amount.count(1)))
            .group("canary", "x1")
            .group("prod", "p1", "p2", "p3")
            .group("rest", "r1")
            .settle();
    scene.positive("x1").settle().after(PlannerFixture.FLOOR).settle();
    scene.negative("p1").positive("p2", "p3").settle().minutes(10).settle();
    assertThat(scene.state().breach()).isEmpty();
    scene.noGroups().group("prod", "p1", "p2", "p3").group("rest", "r1").settle();
    assertThat(scene.state().breach()).isEmpty();
  }

  /** All have one name, so only their members tell them apart. */
  @Test
  void theNextGroupDoesNotStartWhileOneSoaksBecauseAnEarlierOneWasEmptied() {
    PlannerFixture scene =
        scene(
                Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
                    .withMinSuccessTime(Duration.ofMinutes(5)))
            .group("", "c1")
            .group("", "c2")
            .group("", "c3")
            .settle();
    scene.positive("c1").settle().minutes(5).settle();
    scene.positive("c2").settle();
    scene.noGroups().leaving("c1").group("", "c2").group("", "c3").settle();
    assertThat(scene.stage("c3")).isNull();
    scene.leaving().settle();
    assertThat(scene.stage("c3")).isNull();
    scene.minutes(5).settle();
    assertThat(scene.stage("c3")).isEqualTo(Stage.DISPATCHED);
  }
}
