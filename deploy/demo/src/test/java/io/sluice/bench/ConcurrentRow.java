package io.sluice.bench;

import static io.temporal.api.enums.v1.WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;

import io.sluice.bench.Meter.Reading;
import io.sluice.hub.client.RequestPool;
import io.sluice.process.WorkerJvm;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One rollout over 100 clusters in six waves, and a hundred of them at once. */
final class ConcurrentRow {
  private static final String ROW = "rollouts";
  private static final int ROLLOUTS = Integer.getInteger("sluice.bench.rollouts", 100);
  private static final int CLUSTERS = 100;
  private static final int WAVES = 6;
  private static final Duration HUNG = Duration.ofMinutes(4);

  /** Measured 1.3 to 2: with the hub busy, a wave's reports come in more parts. */
  private static final double MOST_OF_TEMPORAL = 2.5;

  private ConcurrentRow() {}

  static void run(Bench bench) {
    bench.hub().grow(CLUSTERS);
    bench.hub().place("single", CLUSTERS, WAVES);
    try (WorkerJvm worker = bench.worker();
        BenchHistories histories = new BenchHistories(bench.hub().servers())) {
      StagedRow.warmUp(bench);
      StagedRow.roll(bench, "single", 1, worker);
      Reading single = StagedRow.roll(bench, "single", 2, worker);
      BenchTable table = bench.table();
      double wall = StagedRow.wall(single, "single");
      table.goal("single", "one rollout over 100 clusters in 6 waves, warm", wall, "s", 1.5);
      table.shown("single", "CPU", single.cost().worker(), "s");
      ServerShare.add(table, "single", "", single.cost());
      table.note("single", single.cost() + " " + single.byAction());
      Reading many = all(bench, worker, histories);
      table.must(
          ROW,
          "CPU of Temporal a rollout, ratio to one alone",
          many.cost().temporal() / ROLLOUTS / single.cost().temporal(),
          "",
          MOST_OF_TEMPORAL);
      table.must(
          ROW,
          "growth of CPU from 1 to %d rollouts".formatted(ROLLOUTS),
          many.cost().worker() / single.cost().worker(),
          "",
          1.1 * ROLLOUTS);
    }
  }

  private static Reading all(Bench bench, WorkerJvm worker, BenchHistories histories) {
    List<String> policies = IntStream.range(0, ROLLOUTS).mapToObj("many-%03d"::formatted).toList();
    policies.forEach(policy -> bench.hub().bind(policy, "single"));
    Meter.awaitQuiet(worker);
    Meter meter = Meter.begin(bench.hub(), worker);
    Instant begin = Instant.now();
    try (RequestPool pool = new RequestPool(16)) {
      pool.each(
          policies,
          policy -> {
            bench.hub().policy(policy, "first", Optional.of(BenchHub.perGroup()));
            return policy;
          });
    }
    try {
      Awaitility.await()
          .atMost(HUNG)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> closed(histories, begin).size() == ROLLOUTS);
      Meter.awaitQuiet(worker);
    } catch (ConditionTimeoutException e) {
      bench.table().note(ROW, "hung: " + e.getMessage());
    }
    Reading reading = meter.end();
    List<Double> seconds =
        new ArrayList<>(
            closed(histories, begin).stream()
                .map(run -> Meter.seconds(begin, run.getCloseTime()))
                .toList());
    int hung = ROLLOUTS - seconds.size();
    seconds.addAll(Collections.nCopies(hung, Meter.seconds(HUNG)));
    List<WorkflowExecutionMetadata> runs = histories.runs("many-", begin.minusSeconds(1));
    BenchTable table = bench.table();
    table.shown(
        ROW,
        "%d rollouts at once, p50".formatted(ROLLOUTS),
        BenchTable.percentile(seconds, 50),
        "s");
    table.goal(
        ROW,
        "%d rollouts at once, p90".formatted(ROLLOUTS),
        BenchTable.percentile(seconds, 90),
        "s",
        30);
    table.must(ROW, "hung", hung, "", 0);
    table.must(ROW, "repeated activities", histories.repeated(runs), "", 0);
    table.shown(ROW, "history events a rollout", histories.events(runs) / (double) ROLLOUTS, "");
    table.shown(ROW, "CPU", reading.cost().worker(), "s");
    ServerShare.add(table, ROW, "", reading.cost());
    ServerShare.ratio(table, ROW, BenchTable.percentile(seconds, 90), reading.cost());
    table.shown(ROW, "own conflicts", reading.conflicts(), "");
    table.shown(ROW, "peak memory", worker.residentMebibytes(), "MiB");
    table.note(ROW, reading.cost() + " " + reading.byAction());
    table.note(ROW, "history " + histories.byType(runs));
    return reading;
  }

  private static List<WorkflowExecutionMetadata> closed(BenchHistories histories, Instant begin) {
    return histories.runs("many-", begin.minusSeconds(1)).stream()
        .filter(run -> run.getCloseTime() != null)
        .filter(run -> run.getStatus() != WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW)
        .toList();
  }
}
