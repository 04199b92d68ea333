package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.RandomSeeds;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Closed;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares what is evaluated with a model of each cluster and instant. */
class ScheduleEvaluatorTest {
  @Test
  void randomSchedulesOpenWhenAnIndependentModelDoes() {
    RandomSeeds.of(150).forEach(ScheduleEvaluatorTest::compare);
  }

  @Test
  @Tag("nightly")
  void manyRandomSchedulesOpenWhenAnIndependentModelDoes() {
    long first = RandomSeeds.base("sluice.base");
    for (long seed = first; seed < first + 2_000; seed++) {
      compare(seed);
    }
  }

  private static void compare(long seed) {
    RandomSchedule drawn = new RandomSchedule(seed);
    NaiveSchedule naive = drawn.naive();
    ScheduleTimes times = drawn.evaluate();
    assertThat(times.until()).as("-Dsluice.seed=%d", seed).isAfter(drawn.now.plusSeconds(600));
    Instant most = drawn.now.plus(ScheduleTimes.HORIZON);
    Instant known = times.until().isBefore(most) ? times.until() : most;
    assertThat(times.rules()).doesNotHaveDuplicates();
    for (String cluster : drawn.labels.keySet()) {
      // What was so before, is known since its last change alone; until that it counts as closed.
      for (Instant edge : naive.edges(drawn.now.plusNanos(1), known)) {
        if (drawn.random.nextInt(5) > 0) {
          continue;
        }
        for (Instant at : List.of(edge.minusNanos(1), edge)) {
          if (times.open(cluster, at) != naive.open(cluster, at)) {
            fail("%s at %s, -Dsluice.seed=%d", cluster, at, seed);
          }
        }
      }
      Instant at =
          drawn.now.plusSeconds(
              drawn.random.nextLong(Duration.between(drawn.now, known).toSeconds()));
      times.closed(cluster, at).ifPresent(closed -> explained(closed, cluster, at, naive, times));
    }
  }

  private static void explained(
      Closed closed, String cluster, Instant at, NaiveSchedule naive, ScheduleTimes times) {
    Rule rule = closed.rule();
    switch (rule.kind()) {
      case FREEZE ->
          assertThat(naive.freezes(cluster, at))
              .anyMatch(freeze -> freeze.name().equals(rule.name()))
              .allMatch(freeze -> !freeze.to().isAfter(rule.to().orElseThrow()));
      case START_AT -> assertThat(rule.to().orElseThrow()).isAfter(at);
      case WINDOW ->
          assertThat(naive.windows(cluster, rule.name()))
              .isNotEmpty()
              .noneMatch(window -> naive.open(window, at));
      case UNKNOWN -> throw new AssertionError("nothing is known at " + at);
    }
    Instant opens = closed.opens().map(Change::at).orElse(times.until());
    assertThat(naive.edges(at, opens)).noneMatch(edge -> naive.open(cluster, edge));
    Instant closes = closed.closes().map(Change::at).orElse(times.until());
    assertThat(naive.edges(opens, closes)).allMatch(edge -> naive.open(cluster, edge));
    assertThat(closed.opens().flatMap(times::ruleOf).map(Rule::zone).filter(String::isEmpty))
        .isEqualTo(Optional.empty());
  }
}
