package io.sluice.bench;

import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.crd.Kinds;
import io.sluice.process.WorkerJvm;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** Staged rollouts in groups, one after the other. */
final class StagedRow {
  static final String CPU = "CPU a cluster";
  static final String PEAK = "peak memory";
  private static final Duration LONG = Duration.ofMinutes(10);

  private StagedRow() {}

  /**
   * Rolls a policy out to that many clusters in groups of 100, first and anew. What a hub takes at
   * the least is measured before and after: it varies by a third.
   */
  static void run(Bench bench, int clusters, int rounds) {
    String row = "staged-" + clusters;
    double before = BareReports.milliseconds(bench, row);
    bench.hub().grow(clusters);
    bench.hub().place(row, clusters, clusters / 100);
    Reading measured = measure(bench, row, clusters, rounds);
    double after = BareReports.milliseconds(bench, row);
    ServerShare.compare(bench.table(), row, measured.cost(), clusters, (before + after) / 2);
  }

  /** Returns what the last version took. */
  private static Reading measure(Bench bench, String row, int clusters, int rounds) {
    try (WorkerJvm worker = bench.worker();
        BenchHistories histories = new BenchHistories(bench.hub().servers())) {
      warmUp(bench);
      BenchTable table = bench.table();
      List<Double> waits = new ArrayList<>();
      double cpu = 0;
      double wall = 0;
      double events = 0;
      Reading last = null;
      for (int round = 1; round <= rounds; round++) {
        String what = round == 1 ? "first version" : "version " + round;
        Instant begin = Instant.now();
        Reading reading = roll(bench, row, round, worker);
        last = reading;
        cpu = reading.cost().worker() * 1e3 / clusters;
        wall = wall(reading, row);
        List<WorkflowExecutionMetadata> runs = histories.runs(row, begin.minusSeconds(1));
        events = histories.events(runs) / (double) clusters;
        table.shown(row, what + ": wall time", wall, "s");
        table.shown(row, what + ": CPU a cluster", cpu, "ms");
        table.shown(row, what + ": history events a cluster", events, "");
        table.note(row, reading.cost() + " " + reading.byAction());
        table.note(row, "history " + histories.byType(runs));
        waits.addAll(waits(reading, row, clusters / 100));
      }
      table.goal(row, CPU, cpu, "ms", 4);
      ServerShare.add(table, row, "", last.cost());
      ServerShare.ratio(table, row, wall, last.cost());
      if (clusters >= 10_000) {
        table.goal(row, "wall time", wall, "s", 45);
        table.goal(row, PEAK, worker.residentMebibytes(), "MiB", 450);
      } else {
        table.shown(row, PEAK, worker.residentMebibytes(), "MiB");
      }
      table.must(row, "history events a cluster", events, "", 0.2);
      table.must(row, "statuses of replicas a cluster", statuses(last, row) / clusters, "", 1.1);
      double p50 = BenchTable.percentile(waits, 50) * 1e3;
      double p99 = BenchTable.percentile(waits, 99) * 1e3;
      if (clusters == 3_500) {
        table.goal(row, "last report of a group to the next group's write, p50", p50, "ms", 60);
        table.goal(row, "the same, p99", p99, "ms", 300);
      } else {
        table.shown(row, "last report of a group to the next group's write, p50", p50, "ms");
        table.shown(row, "the same, p99", p99, "ms");
      }
      return last;
    }
  }

  /** One rollout over 100 clusters, which loads the classes. */
  static void warmUp(Bench bench) {
    bench.hub().grow(100);
    bench.hub().place("warm", 100, 5);
    bench.hub().policy("warm", "warm-" + Instant.now(), Optional.of(BenchHub.perGroup()));
    awaitSuccess(bench, "warm");
  }

  /**
   * Rolls a version out, and returns what it took until all is quiet: the last statuses of replicas
   * are written up to five seconds after the end of a large rollout.
   */
  static Reading roll(Bench bench, String policy, int version, WorkerJvm... workers) {
    Meter.awaitQuiet(workers);
    Meter meter = Meter.begin(bench.hub(), workers);
    bench.hub().policy(policy, "version-" + version, Optional.of(BenchHub.perGroup()));
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> done(bench, policy, version));
    Meter.awaitSettled(workers);
    return meter.end();
  }

  private static double statuses(Reading reading, String policy) {
    return reading
        .of(
            Meter.WORKER,
            entry ->
                entry.action().equals("patch policies/status")
                    && entry.accepted()
                    && entry.name().equals(BenchPolicy.replica(policy)))
        .size();
  }

  private static void awaitSuccess(Bench bench, String policy) {
    long generation =
        bench
            .hub()
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(BenchPolicy.NAMESPACE)
            .withName(policy)
            .get()
            .getMetadata()
            .getGeneration();
    Awaitility.await().atMost(LONG).until(() -> done(bench, policy, generation));
  }

  static boolean done(Bench bench, String policy, long attempt) {
    var status = bench.hub().status("Rollout", "policy-" + policy);
    return "Done".equals(status.get("phase"))
        && "Succeeded".equals(status.get("outcome"))
        && ((Number) status.get("attempt")).longValue() >= attempt;
  }

  /** Returns the seconds from the edit to the last write of the Rollout's status. */
  static double wall(Reading reading, String policy) {
    Instant last =
        reading
            .of(
                Meter.WORKER,
                entry ->
                    entry.resource().equals("rollouts/status")
                        && entry.name().equals("policy-" + policy))
            .stream()
            .map(AuditLog.Entry::answered)
            .max(Instant::compareTo)
            .orElseThrow();
    return Meter.seconds(reading.begin(), last);
  }

  /** Returns the seconds from the last report of each group to the first write of the next. */
  static List<Double> waits(Reading reading, String policy, int groups) {
    Instant[] lastReport = new Instant[groups];
    Instant[] firstWrite = new Instant[groups];
    for (AuditLog.Entry entry : reading.requests()) {
      if (!entry.writes()
          || entry.code() >= 300
          || !entry.name().equals(BenchPolicy.replica(policy))) {
        continue;
      }
      int group = Integer.parseInt(entry.namespace().substring(1)) / 100;
      boolean worker = entry.user().equals(Meter.WORKER);
      if (worker && entry.resource().equals("policies")) {
        firstWrite[group] = earlier(firstWrite[group], entry.at());
      } else if (!worker && entry.resource().equals("policies/status")) {
        lastReport[group] = later(lastReport[group], entry.answered());
      }
    }
    List<Double> waits = new ArrayList<>();
    for (int group = 1; group < groups; group++) {
      waits.add(Meter.seconds(lastReport[group - 1], firstWrite[group]));
    }
    return waits;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one == null || other.isBefore(one) ? other : one;
  }

  private static Instant later(Instant one, Instant other) {
    return one == null || other.isAfter(one) ? other : one;
  }
}
