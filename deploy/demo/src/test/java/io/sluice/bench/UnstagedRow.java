package io.sluice.bench;

import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.AuditLog;
import io.sluice.worker.WorkerJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** An unstaged policy to 2,000 clusters: first replication, edits, reports. */
final class UnstagedRow {
  private static final String ROW = "unstaged";
  private static final String POLICY = "wide";
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 2_000);
  private static final int EDITS = Integer.getInteger("sluice.bench.rounds", 4);
  private static final Duration LONG = Duration.ofMinutes(3);

  private UnstagedRow() {}

  static void run(Bench bench) {
    bench.hub().grow(CLUSTERS);
    bench.hub().place(POLICY, CLUSTERS, 1);
    double bare = BareLoop.best(bench.hub(), bench.table(), CLUSTERS);
    bench.table().shown(ROW, "bare loop of PUTs at its best concurrency", bare, "s");
    List<Double> seconds = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> status = new ArrayList<>();
    long conflicts = 0;
    try (WorkerJvm worker = bench.worker()) {
      for (int round = 0; round <= EDITS; round++) {
        String verdict = round % 2 == 0 ? "Compliant" : "NonCompliant";
        bench.spokes().hold();
        Meter meter = Meter.begin(bench.hub(), worker);
        bench.hub().policy(POLICY, "round-" + round, Optional.empty());
        Awaitility.await()
            .atMost(LONG)
            .pollInterval(Duration.ofMillis(50))
            .until(() -> bench.spokes().unreported() == CLUSTERS);
        Meter.awaitQuiet(worker);
        Reading written = meter.end();
        Meter reports = Meter.begin(bench.hub(), worker);
        bench.spokes().release(verdict);
        Awaitility.await().atMost(LONG).until(() -> bench.spokes().unreported() == 0);
        Awaitility.await()
            .atMost(LONG)
            .pollInterval(Duration.ofMillis(500))
            .until(() -> rows(bench, verdict) == CLUSTERS);
        Meter.awaitQuiet(worker);
        Reading reported = reports.end();
        double time = writing(written);
        conflicts += written.conflicts() + reported.conflicts();
        status.add(statusDelay(reported));
        String what = round == 0 ? "first replication" : "edit " + round;
        bench.table().shown(ROW, what, time, "s");
        bench
            .table()
            .shown(ROW, what + ": CPU a replica", written.cost().worker() * 1e3 / CLUSTERS, "ms");
        bench
            .table()
            .shown(
                ROW,
                what + ": CPU a replica for its report, and the root's status",
                reported.cost().worker() * 1e3 / CLUSTERS,
                "ms");
        bench.table().note(ROW, "writing: " + written.cost() + " " + written.byAction());
        bench.table().note(ROW, "reports: " + reported.cost() + " " + reported.byAction());
        seconds.add(time);
        cpu.add(written.cost().worker() * 1e3 / CLUSTERS);
      }
      BenchTable table = bench.table();
      table.must(ROW, "first replication, ratio to the bare loop", seconds.get(0) / bare, "", 1.1);
      double edit = BenchTable.percentile(seconds.subList(1, seconds.size()), 50);
      table.must(ROW, "edit (median), ratio to the bare loop", edit / bare, "", 1.1);
      table.must(ROW, "own conflicts", conflicts, "", 0);
      table.goal(ROW, "CPU a replica, cold", cpu.get(0), "ms", 2.5);
      double warm = BenchTable.percentile(cpu.subList(EDITS / 2 + 1, cpu.size()), 50);
      table.goal(ROW, "CPU a replica, warm", warm, "ms", 1.6);
      double delay = BenchTable.percentile(status, 50);
      table.goal(ROW, "last report to the root's status right (median)", delay, "s", 1);
      table.goal(ROW, "peak memory", worker.residentMebibytes(), "MiB", 250);
    }
  }

  /**
   * Returns the seconds from the write of the root to the answer to the last write of a replica.
   */
  private static double writing(Reading reading) {
    String replica = BenchPolicy.replica(POLICY);
    Instant last =
        reading
            .of(Meter.WORKER, entry -> entry.resource().equals("policies") && entry.writes())
            .stream()
            .filter(entry -> entry.name().equals(replica) || entry.name().isEmpty())
            .map(AuditLog.Entry::answered)
            .max(Instant::compareTo)
            .orElseThrow();
    return Meter.seconds(reading.begin(), last);
  }

  private static double statusDelay(Reading reading) {
    Instant report =
        reading.of("spokes", entry -> entry.resource().equals("policies/status")).stream()
            .filter(entry -> entry.code() < 300)
            .map(AuditLog.Entry::answered)
            .max(Instant::compareTo)
            .orElseThrow();
    Instant status =
        reading
            .of(
                Meter.WORKER,
                entry -> entry.resource().equals("policies/status") && entry.name().equals(POLICY))
            .stream()
            .map(AuditLog.Entry::answered)
            .max(Instant::compareTo)
            .orElseThrow();
    return Meter.seconds(report, status);
  }

  private static long rows(Bench bench, String verdict) {
    return io.sluice.policy.JsonTree.maps(bench.hub().status("Policy", POLICY), "status").stream()
        .filter(row -> verdict.equals(row.get("compliant")))
        .count();
  }
}
