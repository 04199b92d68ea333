package io.sluice.bench;

import io.sluice.devservers.AuditLog;
import io.sluice.process.WorkerJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** A worker killed in the middle of a rollout: from the start of the next to its next write. */
final class CrashRow {
  private static final String ROW = "crash";
  private static final int CLUSTERS = 1_000;
  private static final int KILLS = 3;
  private static final Duration LONG = Duration.ofMinutes(5);

  /** The hub still answers requests of the killed worker, and the new one has not begun. */
  private static final Duration NO_WRITE_YET = Duration.ofMillis(500);

  private CrashRow() {}

  static void run(Bench bench) throws InterruptedException {
    bench.hub().grow(CLUSTERS);
    bench.hub().place(ROW, CLUSTERS, CLUSTERS / 100);
    List<Double> ready = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    // Its name: a worker that comes again takes its Lease at once.
    WorkerJvm worker = bench.worker("--lease-identity", "bench");
    try {
      for (int kill = 1; kill <= KILLS; kill++) {
        Meter meter = Meter.begin(bench.hub(), worker);
        bench.hub().policy(ROW, "version-" + kill, Optional.of(BenchHub.perGroup()));
        Awaitility.await()
            .atMost(LONG)
            .until(() -> meter.writes(BenchPolicy.replica(ROW)).size() > CLUSTERS / 3);
        worker.kill();
        Instant began = Instant.now();
        worker = bench.starting("--lease-identity", "bench");
        WorkerJvm next = worker;
        Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(50)).until(next::leads);
        ready.add(Meter.seconds(began, Instant.now()));
        seconds.add(
            Awaitility.await()
                .atMost(LONG)
                .until(() -> firstWrite(meter, began), Optional::isPresent)
                .map(answered -> Meter.seconds(began, answered))
                .orElseThrow());
        int attempt = kill;
        Awaitility.await()
            .atMost(LONG)
            .pollInterval(Duration.ofMillis(500))
            .until(() -> StagedRow.done(bench, ROW, attempt));
      }
    } finally {
      worker.close();
    }
    BenchTable table = bench.table();
    table.shown(ROW, "restart to ready (median)", BenchTable.percentile(ready, 50), "s");
    table.goal(
        ROW, "restart to the next write (median)", BenchTable.percentile(seconds, 50), "s", 4);
    table.shown(ROW, "the same, most", BenchTable.percentile(seconds, 100), "s");
  }

  /** Returns when the first write of the new worker was answered. */
  private static Optional<Instant> firstWrite(Meter meter, Instant began) {
    Instant starting = began.plus(NO_WRITE_YET);
    return meter.writes(BenchPolicy.replica(ROW)).stream()
        .map(AuditLog.Entry::answered)
        .filter(answered -> answered.isAfter(starting))
        .findFirst();
  }
}
