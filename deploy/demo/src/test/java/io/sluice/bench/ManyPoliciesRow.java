package io.sluice.bench;

import io.sluice.bench.Meter.Reading;
import io.sluice.devservers.Program;
import io.sluice.devservers.ServerProcesses;
import io.sluice.process.WorkerJvm;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Fifty policies with a thousand replicas each, all in place: what a start takes. */
final class ManyPoliciesRow {
  private static final String ROW = "restart";
  private static final int POLICIES = Integer.getInteger("sluice.bench.policies", 50);
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 1_000);
  private static final Duration LONG = Duration.ofMinutes(3);

  /** Of one list by a bare client, which parses nothing: 2.0 to 2.3. */
  private static final double MOST_TO_LIST = 2.8;

  private ManyPoliciesRow() {}

  static void run(Bench bench) throws InterruptedException, IOException {
    bench.hub().grow(CLUSTERS);
    bench.hub().place(policy(0), CLUSTERS, 1);
    bench.spokes().release("Compliant");
    // One policy comes to its clusters as it does in life; the others are copies of it.
    try (WorkerJvm worker = bench.worker()) {
      bench.hub().policy(policy(0), "content", Optional.empty());
      Awaitility.await()
          .atMost(LONG)
          .until(
              () -> "Compliant".equals(bench.hub().status("Policy", policy(0)).get("compliant")));
      Meter.awaitQuiet(worker);
      worker.terminate();
    }
    // The copies show reports already: clusters that report on each again would be measured
    // instead.
    bench.spokes().hold();
    Instant begin = Instant.now();
    List<String> others = IntStream.range(1, POLICIES).mapToObj(ManyPoliciesRow::policy).toList();
    bench.hub().copyReplicas(CLUSTERS, policy(0), others);
    for (int i = 1; i < POLICIES; i++) {
      bench.hub().bind(policy(i), policy(0));
      bench.hub().policy(policy(i), "content", Optional.empty());
    }
    bench
        .table()
        .note(
            ROW,
            "copied %d replicas in %.1f s"
                .formatted(CLUSTERS * (POLICIES - 1), Meter.seconds(begin, Instant.now())));
    start(bench, "first start");
    bench
        .table()
        .note(
            ROW,
            "etcd's database %d MiB; resident: etcd %d MiB, API server %d MiB"
                .formatted(
                    ServerProcesses.databaseMebibytes(bench.hub().servers()),
                    ServerProcesses.residentMebibytes(bench.hub().servers(), Program.ETCD),
                    ServerProcesses.residentMebibytes(
                        bench.hub().servers(), Program.KUBE_APISERVER)));
    double list = BareList.seconds(bench.hub(), bench.table(), ROW);
    double[] last = start(bench, "restart");
    BenchTable table = bench.table();
    String size = " with %d policies x %d".formatted(POLICIES, CLUSTERS);
    table.goal(ROW, "start to leading and quiet" + size, last[0], "s", 8);
    table.shown(ROW, "one list of the same policies by a bare client (median)", list, "s");
    table.must(ROW, "ratio to that list", last[0] / list, "", MOST_TO_LIST);
    table.goal(ROW, "CPU of it", last[1], "s", 6);
    table.must(ROW, "content writes of it", last[2], "", 0);
    table.goal(ROW, "peak memory of it", last[3], "MiB", 250);
  }

  private static double[] start(Bench bench, String what) throws InterruptedException {
    Instant began = Instant.now();
    try (WorkerJvm worker = bench.starting()) {
      Meter meter = Meter.begin(bench.hub(), worker);
      Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(100)).until(worker::leads);
      double leads = Meter.seconds(began, Instant.now());
      awaitStatuses(bench);
      Meter.awaitQuiet(worker);
      // It was quiet for all the time that showed it to be.
      double quiet = Meter.seconds(began, Instant.now()) - Meter.QUIET_SECONDS;
      double cpu = Meter.seconds(worker.processorTime());
      Reading reading = meter.end();
      long writes =
          reading.of(Meter.WORKER, e -> e.writes() && e.resource().equals("policies")).size();
      bench.table().shown(ROW, what + ": to leading", leads, "s");
      bench.table().shown(ROW, what + ": to quiet", quiet, "s");
      bench.table().shown(ROW, what + ": CPU", cpu, "s");
      bench.table().shown(ROW, what + ": content writes", writes, "");
      ServerShare.add(bench.table(), ROW, what, reading.cost());
      bench.table().shown(ROW, what + ": peak memory", worker.residentMebibytes(), "MiB");
      bench.table().note(ROW, reading.cost() + " " + reading.byAction());
      long peak = worker.residentMebibytes();
      // SIGTERM: the next one finds the Lease free.
      worker.terminate();
      return new double[] {quiet, cpu, writes, peak};
    }
  }

  private static void awaitStatuses(Bench bench) {
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () ->
                IntStream.range(0, POLICIES)
                    .mapToObj(index -> bench.hub().status("Policy", policy(index)))
                    .allMatch(status -> "Compliant".equals(status.get("compliant"))));
  }

  private static String policy(int index) {
    return "set-%02d".formatted(index);
  }
}
