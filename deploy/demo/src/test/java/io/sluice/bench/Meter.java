package io.sluice.bench;

import io.sluice.devservers.AuditLog;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Program;
import io.sluice.devservers.ServerProcesses;
import io.sluice.process.WorkerJvm;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Measures one stretch of a run: the time, what each process took, and the requests to the hub. */
final class Meter {
  static final String WORKER = "sluice";
  private static final double IDLE = 0.1;
  private static final int QUIET = 3;
  private static final int SETTLED = 13;

  /** How long a worker has been quiet when it is found so. */
  static final double QUIET_SECONDS = QUIET * 0.5;

  private final DevServers servers;
  private final AuditLog audit;
  private final List<WorkerJvm> workers;
  private final Instant begin = Instant.now();
  private final long position;
  private final Cost before;

  private Meter(DevServers servers, List<WorkerJvm> workers) {
    this.servers = servers;
    this.audit = new AuditLog(servers.auditLog());
    this.workers = workers;
    this.position = audit.length();
    this.before = cost();
  }

  /** Begins; the processor time of these workers is added up. */
  static Meter begin(BenchHub hub, WorkerJvm... workers) {
    return begin(hub.servers(), workers);
  }

  /** The same on servers that no bench has filled. */
  static Meter begin(DevServers servers, WorkerJvm... workers) {
    return new Meter(servers, List.of(workers));
  }

  /** Holds the processor time of each process, in seconds. */
  record Cost(double worker, double apiServer, double etcd, double temporal, double spokes) {
    private Cost minus(Cost other) {
      return new Cost(
          worker - other.worker,
          apiServer - other.apiServer,
          etcd - other.etcd,
          temporal - other.temporal,
          spokes - other.spokes);
    }

    /** Returns that of all but the worker. */
    double servers() {
      return apiServer + etcd + temporal + spokes;
    }

    @Override
    public String toString() {
      return "worker %.1f, API server %.1f, etcd %.1f, Temporal %.1f, spokes %.1f CPU s"
          .formatted(worker, apiServer, etcd, temporal, spokes);
    }
  }

  /** Returns the writes of that replica's content by the worker that the hub accepted. */
  List<AuditLog.Entry> writes(String replica) {
    return requests().stream()
        .filter(entry -> entry.user().equals(WORKER))
        .filter(entry -> entry.resource().equals("policies"))
        .filter(entry -> entry.writes() && entry.accepted())
        .filter(entry -> entry.name().equals(replica))
        .toList();
  }

  /**
   * Holds what a stretch took.
   *
   * @param requests of all users, in the order of their answers
   */
  record Reading(Instant begin, double seconds, Cost cost, List<AuditLog.Entry> requests) {

    List<AuditLog.Entry> of(String user, Predicate<AuditLog.Entry> wanted) {
      return requests.stream()
          .filter(entry -> user.equals(WORKER) == entry.user().equals(WORKER))
          .filter(wanted)
          .toList();
    }

    /** Returns the worker's requests by verb and kind, but for those of the Lease. */
    Map<String, Long> byAction() {
      return of(WORKER, entry -> !entry.resource().equals("leases")).stream()
          .collect(
              Collectors.groupingBy(
                  entry -> entry.action() + (entry.code() < 300 ? "" : " " + entry.code()),
                  TreeMap::new,
                  Collectors.counting()));
    }

    long conflicts() {
      return of(WORKER, entry -> entry.code() == 409 && entry.writes()).size();
    }
  }

  /** Returns the seconds so far. */
  double seconds() {
    return seconds(begin, Instant.now());
  }

  Reading end() {
    return new Reading(begin, seconds(), cost().minus(before), audit.from(position));
  }

  /** Returns the requests so far. */
  List<AuditLog.Entry> requests() {
    return audit.from(position);
  }

  private Cost cost() {
    return new Cost(
        workers.stream().mapToDouble(worker -> seconds(worker.processorTime())).sum(),
        server(Program.KUBE_APISERVER),
        server(Program.ETCD),
        server(Program.TEMPORAL),
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime()
            / 1e9);
  }

  private double server(Program program) {
    return seconds(ServerProcesses.processorTime(servers, program));
  }

  /** Waits until each worker takes less than a tenth of a processor. */
  static void awaitQuiet(WorkerJvm... workers) {
    awaitQuiet(QUIET, workers);
  }

  /** The same for so long that what is written once in five seconds has been written. */
  static void awaitSettled(WorkerJvm... workers) {
    awaitQuiet(SETTLED, workers);
  }

  private static void awaitQuiet(int halfSeconds, WorkerJvm... workers) {
    double[] last = {taken(workers)};
    int[] quiet = {0};
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .pollDelay(Duration.ofMillis(500))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              double now = taken(workers);
              quiet[0] = now - last[0] < workers.length * IDLE / 2 ? quiet[0] + 1 : 0;
              last[0] = now;
              return quiet[0] == halfSeconds;
            });
  }

  private static double taken(WorkerJvm... workers) {
    return Stream.of(workers).mapToDouble(worker -> seconds(worker.processorTime())).sum();
  }

  static double seconds(Instant from, Instant to) {
    return seconds(Duration.between(from, to));
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
