package io.sluice.bench;

import io.sluice.bench.Meter.Reading;
import io.sluice.process.WorkerJvm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A rollout over 1,000 clusters by one worker, by two and by four: what each of them takes. */
final class WorkersRow {
  private static final String ROW = "workers";
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 1_000);
  private static final List<Integer> NUMBERS =
      Stream.of(System.getProperty("sluice.bench.workers", "1,2,4").split(","))
          .map(Integer::valueOf)
          .toList();

  private WorkersRow() {}

  static void run(Bench bench) {
    bench.hub().grow(CLUSTERS);
    bench.hub().place(ROW, CLUSTERS, CLUSTERS / 100);
    List<WorkerJvm> workers = new ArrayList<>();
    int version = 0;
    try (BenchHistories histories = new BenchHistories(bench.hub().servers())) {
      for (int number : NUMBERS) {
        while (workers.size() < number) {
          workers.add(bench.follower(workers.isEmpty()));
        }
        WorkerJvm[] all = workers.toArray(WorkerJvm[]::new);
        StagedRow.warmUp(bench);
        StagedRow.roll(bench, ROW, ++version, all);
        List<Double> before = taken(workers);
        Instant begin = Instant.now();
        Reading reading = StagedRow.roll(bench, ROW, ++version, all);
        List<Double> each = new ArrayList<>();
        List<Double> after = taken(workers);
        for (int i = 0; i < number; i++) {
          each.add((after.get(i) - before.get(i)) * 1e3 / CLUSTERS);
        }
        BenchTable table = bench.table();
        String what = number == 1 ? "one worker" : number + " workers";
        table.shown(ROW, what + ": wall time", StagedRow.wall(reading, ROW), "s");
        table.shown(ROW, what + ": CPU a cluster, leader", each.remove(0), "ms");
        if (number > 1) {
          table.shown(ROW, what + ": CPU a cluster, another (most)", Collections.max(each), "ms");
        }
        table.note(
            ROW,
            "activities by worker: "
                + histories.activities(histories.runs(ROW, begin.minusSeconds(1))));
      }
    } finally {
      workers.forEach(WorkerJvm::close);
    }
  }

  private static List<Double> taken(List<WorkerJvm> workers) {
    return workers.stream().map(worker -> Meter.seconds(worker.processorTime())).toList();
  }
}
