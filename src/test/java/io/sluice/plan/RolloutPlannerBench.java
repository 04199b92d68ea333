package io.sluice.plan;

import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures one step of an attempt in the middle of a rollout, on 100 new verdicts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 6, time = 1)
@Measurement(iterations = 5, time = 1)
public class RolloutPlannerBench {
  private static final int VERDICTS = 100;

  @Param({"1000", "10000"})
  public int clusters;

  @Param({"PROGRESSIVE_PER_GROUP", "PROGRESSIVE"})
  public StrategyType type;

  private AttemptState state;
  private Observation seen;
  private Instant now;

  @Setup
  public void stand() {
    MidRollout rollout = new MidRollout(strategy(), clusters);
    state = rollout.state();
    seen = rollout.verdicts(VERDICTS);
    now = rollout.now();
  }

  private Strategy strategy() {
    Strategy strategy =
        Strategy.of(type)
            .withProgressDeadline(Duration.ofMinutes(10))
            .withMaxFailures(Amount.percent(5));
    return type == StrategyType.PROGRESSIVE
        ? strategy.withMaxConcurrency(Amount.count(2 * MidRollout.GROUP))
        : strategy;
  }

  @Benchmark
  public Step step() {
    return RolloutPlanner.step(Rules.CURRENT, state, seen, now);
  }
}
