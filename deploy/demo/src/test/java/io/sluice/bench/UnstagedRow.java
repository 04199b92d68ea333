package io.sluice.bench;

import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.AuditLog;
import io.sluice.policy.JsonTree;
import io.sluice.process.WorkerJvm;
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

  /** The servers alone take as long as the bare loop, and the worker begins cold: 1.3 to 1.6. */
  private static final double MOST_TO_BARE = 1.9;

  private static final double MOST_OF_EDIT = 1.1;

  private UnstagedRow() {}

  static void run(Bench bench) {
    bench.hub().grow(CLUSTERS);
    bench.hub().place(POLICY, CLUSTERS, 1);
    Bare before = Bare.of(bench);
    List<Round> rounds = new ArrayList<>();
    long peak;
    try (WorkerJvm worker = bench.worker()) {
      for (int round = 0; round <= EDITS; round++) {
        rounds.add(round(bench, worker, round, true));
      }
      rounds.add(round(bench, worker, EDITS + 1, false));
      peak = worker.residentMebibytes();
    }
    // The machine changes in the course of a run: the loop is measured on both sides.
    compare(bench.table(), before, Bare.of(bench), rounds);
    bench.table().goal(ROW, "peak memory", peak, "MiB", 250);
  }

  /**
   * Holds the seconds of the bare loop, by concurrency.
   *
   * @param created over policies without a status, as replicas are when they are created
   * @param reported over policies with as many reports as replicas have in the middle of the edits
   */
  private record Bare(List<Double> created, List<Double> reported) {
    static Bare of(Bench bench) {
      return new Bare(
          BareLoop.seconds(bench.hub(), bench.table(), CLUSTERS, 0),
          BareLoop.seconds(bench.hub(), bench.table(), CLUSTERS, (EDITS + 1) / 2));
    }
  }

  /**
   * Holds what one version took: to write it, and to show the reports on it.
   *
   * @param alone whether clusters report only when all is written
   */
  private record Round(double seconds, Reading written, Reading reported, boolean alone) {
    private double milliseconds() {
      return written.cost().worker() * 1e3 / CLUSTERS;
    }
  }

  private static Round round(Bench bench, WorkerJvm worker, int round, boolean alone) {
    String verdict = round % 2 == 0 ? "Compliant" : "NonCompliant";
    if (alone) {
      bench.spokes().hold();
    } else {
      bench.spokes().release(verdict);
    }
    Meter meter = Meter.begin(bench.hub(), worker);
    bench.hub().policy(POLICY, "round-" + round, Optional.empty());
    if (alone) {
      Awaitility.await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> bench.spokes().unreported() == CLUSTERS);
      Meter.awaitQuiet(worker);
    }
    Reading written = meter.end();
    Meter reports = Meter.begin(bench.hub(), worker);
    bench.spokes().release(verdict);
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> rows(bench, verdict) == CLUSTERS);
    Meter.awaitQuiet(worker);
    Reading all = alone ? written : meter.end();
    Round result = new Round(writing(all), all, alone ? reports.end() : all, alone);
    print(bench.table(), round, result);
    return result;
  }

  private static void print(BenchTable table, int round, Round result) {
    String what =
        (round == 0 ? "first replication" : "edit " + round)
            + (result.alone() ? "" : ", reports in between");
    table.shown(ROW, what, result.seconds(), "s");
    table.shown(ROW, what + ": CPU a replica", result.milliseconds(), "ms");
    Reading written = result.written();
    table.note(ROW, "writing: " + written.cost() + " " + written.byAction());
    if (result.alone()) {
      Reading reported = result.reported();
      double millis = reported.cost().worker() * 1e3 / CLUSTERS;
      table.shown(ROW, what + ": CPU a replica for its report", millis, "ms");
      table.note(ROW, "reports: " + reported.cost() + " " + reported.byAction());
    }
  }

  private static void compare(BenchTable table, Bare before, Bare after, List<Round> all) {
    List<Round> rounds = all.stream().filter(Round::alone).toList();
    List<Round> edits = rounds.subList(1, rounds.size());
    List<Round> warm = edits.subList(edits.size() / 2, edits.size());
    double created = BareLoop.best(before.created(), after.created());
    double reported = BareLoop.best(before.reported(), after.reported());
    double first = rounds.get(0).seconds() / created;
    double seconds = median(edits.stream().map(Round::seconds).toList());
    table.shown(ROW, "bare loop of PUTs at its best concurrency", created, "s");
    table.shown(ROW, "the same, of policies with reports", reported, "s");
    ServerShare.add(table, ROW, "edit " + EDITS, edits.get(edits.size() - 1).written().cost());
    table.must(ROW, "first replication, ratio to the bare loop", first, "", MOST_TO_BARE);
    table.must(ROW, "edit (median), ratio to the bare loop", seconds / reported, "", MOST_OF_EDIT);
    table.shown(ROW, "the same, to that of policies without reports", seconds / created, "");
    long conflicts =
        rounds.stream().mapToLong(r -> r.written().conflicts() + r.reported().conflicts()).sum();
    long between = all.get(all.size() - 1).written().conflicts();
    table.must(ROW, "own conflicts", conflicts + between, "", 0);
    table.goal(ROW, "CPU a replica, cold", rounds.get(0).milliseconds(), "ms", 2.5);
    double cpu = median(warm.stream().map(Round::milliseconds).toList());
    table.goal(ROW, "CPU a replica, warm", cpu, "ms", 1.6);
    double delay = median(rounds.stream().map(round -> delay(round.reported())).toList());
    table.goal(ROW, "last report to the root's status right (median)", delay, "s", 1);
  }

  private static double median(List<Double> values) {
    return BenchTable.percentile(values, 50);
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

  private static double delay(Reading reading) {
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
    return JsonTree.maps(bench.hub().status("Policy", POLICY), "status").stream()
        .filter(row -> verdict.equals(row.get("compliant")))
        .count();
  }
}
