package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.Schedule;
import io.sluice.schedule.ScheduleEvaluator;
import io.sluice.schedule.ScheduleReader;
import io.sluice.schedule.ScheduleSource;
import io.sluice.schedule.ScheduleTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Has runs wait for the calendar, longer than one look at it reaches (between-waves C7). */
@Timeout(300)
class ScheduleWorkflowTest {
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static final List<DecisionGroup> GROUPS =
      List.of(
          new DecisionGroup(new GroupKey("placement", "dev", 0), List.of("d1")),
          new DecisionGroup(new GroupKey("placement", "prod", 1), List.of("p1")));

  private final AtomicInteger looks = new AtomicInteger();

  private static RolloutScenario scene(String name) {
    RolloutScenario scene = new RolloutScenario(name, PER_GROUP);
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1");
    scene.hub.group(1, "prod", "p1");
    return scene;
  }

  private ScheduleSource from(Instant instant) {
    Instant startAt = instant.truncatedTo(ChronoUnit.SECONDS);
    Schedule schedule =
        ScheduleReader.schedule(Map.of("startAt", startAt.toString()), "spec.schedule", startAt)
            .value()
            .orElseThrow();
    return now -> {
      looks.incrementAndGet();
      return Optional.of(
          ScheduleEvaluator.evaluate(schedule, List.of(), GROUPS, Map.of(), now, "test"));
    };
  }

  @Test
  void theRunStartsClustersByItselfOnceTheirTimeHasCome() {
    try (RolloutScenario scene = scene("calendar-opens")) {
      scene.hub.schedule(from(scene.now().plus(Duration.ofDays(40))));
      scene.begin(1);
      scene.awaitWaitingFor("Waiting for the start time of group dev: ");
      int atFirst = looks.get();

      scene.pass(Duration.ofDays(40).minus(Duration.ofMinutes(1)));
      scene.awaitReached();
      assertThat(looks.get() - atFirst).as("looks in forty days").isBetween(2, 6);

      scene.pass(Duration.ofMinutes(2));
      scene.succeed("d1");
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  @Test
  void whatStaysOldIsLookedAtOnceAMinuteAndNothingStarts() {
    try (RolloutScenario scene = scene("calendar-stays-old")) {
      Instant begin = scene.now();
      ScheduleTimes old =
          new ScheduleTimes(
              begin,
              begin.plus(Duration.ofMinutes(2)),
              List.of(),
              from(begin.plus(Duration.ofDays(1))).at(begin).orElseThrow().courses(),
              Optional.empty(),
              "test");
      looks.set(0);
      scene.hub.schedule(
          now -> {
            looks.incrementAndGet();
            return Optional.of(old);
          });
      scene.begin(1);

      scene.pass(Duration.ofMinutes(30));

      scene.awaitReached();
      assertThat(looks.get()).isBetween(25, 35);
      scene.hub.schedule(ScheduleSource.NONE);
      scene.pass(Duration.ofMinutes(2));
      scene.succeed("d1");
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }
}
