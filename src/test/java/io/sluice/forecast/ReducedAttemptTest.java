package io.sluice.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.Rules;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A forecast that leaves clusters out of its steps is the one that steps the whole fleet. */
class ReducedAttemptTest {
  private static final int WORLDS = Integer.getInteger("sluice.worlds", 200);
  private static final int WHOLE = Integer.MAX_VALUE;

  @Test
  void aForecastIsTheSameWhateverItsStepsLeaveOut() {
    int reducible = 0;
    int halted = 0;
    int still = 0;
    for (long seed = 1; seed <= WORLDS; seed++) {
      Random random = new Random(seed);
      PlannerFixture world = world(random);
      ProfileFixture profile = profile(world, random);
      int waves = random.nextInt(5) == 0 ? random.nextInt(8) : WHOLE;
      Forecast whole = forecast(world, profile, waves, WHOLE);
      int least = 1 + random.nextInt(4);
      assertThat(forecast(world, profile, waves, least))
          .as("seed %d, at least %d", seed, least)
          .isEqualTo(whole);
      reducible += ReducedAttempt.of(world.state(), world.view(), least).isPresent() ? 1 : 0;
      halted += whole.halt().isPresent() ? 1 : 0;
      still += whole.end().kind() == CourseEnd.Kind.STANDS_STILL ? 1 : 0;
    }
    assertThat(reducible).isGreaterThan(WORLDS / 10);
    assertThat(halted).isGreaterThan(WORLDS / 20);
    assertThat(still).isGreaterThan(WORLDS / 50);
  }

  private static Forecast forecast(
      PlannerFixture world, FleetProfile profile, int waves, int least) {
    return Forecaster.of(
        Rules.CURRENT, world.state(), world.view(), profile, world.now(), waves, least);
  }

  /** A world of up to forty clusters, whose names are in another order than their groups. */
  private static PlannerFixture world(Random random) {
    PlannerFixture world = new PlannerFixture(strategy(random));
    int groups = 1 + random.nextInt(4);
    for (int group = 0; group < groups; group++) {
      String[] clusters = new String[1 + random.nextInt(10)];
      for (int i = 0; i < clusters.length; i++) {
        clusters[i] = "c%02d-%d".formatted(random.nextInt(50), 10 * group + i);
      }
      world.group("group-" + group, clusters);
    }
    // It may go on from the middle.
    for (int steps = random.nextInt(3); steps > 0; steps--) {
      world.settle().minutes(1 + random.nextInt(4));
    }
    return world;
  }

  private static Strategy strategy(Random random) {
    Strategy strategy =
        Strategy.of(StrategyType.PROGRESSIVE)
            .withMinSuccessTime(Duration.ofSeconds(random.nextInt(200)))
            .withMaxFailures(
                random.nextBoolean()
                    ? Amount.count(random.nextInt(4))
                    : Amount.percent(random.nextInt(40)))
            .withMaxConcurrency(
                random.nextInt(3) == 0
                    ? Amount.percent(1 + random.nextInt(50))
                    : Amount.count(random.nextInt(5)));
    Strategy timed =
        random.nextInt(4) == 0
            ? strategy
            : strategy.withProgressDeadline(Duration.ofSeconds(60 + random.nextInt(400)));
    return random.nextInt(3) == 0 ? timed.withMandatory(GroupSelector.named("group-0")) : timed;
  }

  private static ProfileFixture profile(PlannerFixture world, Random random) {
    ProfileFixture profile = ProfileFixture.reportingAfterMinutes(random.nextInt(4));
    for (String cluster : world.state().statuses().keySet()) {
      Duration after = Duration.ofSeconds(random.nextInt(400));
      switch (random.nextInt(14)) {
        case 0 -> profile.with(cluster, ClusterAnswer.OFFLINE);
        case 1 -> profile.with(cluster, ClusterAnswer.failure(after));
        case 2, 3, 4 -> profile.with(cluster, ClusterAnswer.success(after));
        default -> {
          // As the others.
        }
      }
    }
    return profile;
  }
}
