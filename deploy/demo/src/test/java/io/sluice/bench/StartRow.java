package io.sluice.bench;

import io.sluice.process.WorkerJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** From the start of the process to ready, and to the first write of an overdue replica. */
final class StartRow {
  private static final String ROW = "start";
  private static final String POLICY = "overdue";
  private static final int CLUSTERS = 100;
  private static final int STARTS = 3;
  private static final Duration LONG = Duration.ofMinutes(1);

  private StartRow() {}

  static void run(Bench bench) throws InterruptedException {
    bench.hub().grow(CLUSTERS);
    bench.hub().place(POLICY, CLUSTERS, 1);
    List<Double> ready = new ArrayList<>();
    List<Double> write = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int start = 0; start <= STARTS; start++) {
      bench.hub().policy(POLICY, "start-" + start, Optional.empty());
      Instant began = Instant.now();
      try (WorkerJvm worker = bench.starting()) {
        Meter meter = Meter.begin(bench.hub(), worker);
        Awaitility.await()
            .atMost(LONG)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(20))
            .until(worker::leads);
        double leads = Meter.seconds(began, Instant.now());
        double taken = Meter.seconds(worker.processorTime());
        Awaitility.await()
            .atMost(LONG)
            .until(() -> !meter.writes(BenchPolicy.replica(POLICY)).isEmpty());
        Meter.awaitQuiet(worker);
        // SIGTERM: the next one finds the Lease free.
        worker.terminate();
        if (start > 0) {
          ready.add(leads);
          cpu.add(taken);
          write.add(
              Meter.seconds(began, meter.writes(BenchPolicy.replica(POLICY)).get(0).answered()));
        }
      }
    }
    BenchTable table = bench.table();
    table.goal(ROW, "to ready and leading (median)", BenchTable.percentile(ready, 50), "s", 2.5);
    table.goal(ROW, "to the first write (median)", BenchTable.percentile(write, 50), "s", 3.5);
    table.shown(ROW, "CPU to ready (median)", BenchTable.percentile(cpu, 50), "s");
  }
}
