package io.sluice.bench;

import io.sluice.bench.Meter.Cost;

/**
 * Shows what the servers took of a stretch, and with them its least wall time on this machine: no
 * worker is faster where everything shares the processors.
 */
final class ServerShare {
  /** Measured 0.8 to 1.1, because the least one has also what comes after the end. */
  private static final double MOST_TO_LEAST = 1.25;

  /** Three writes for two are 1.5; measured 1.2 to 1.55, mostly because the bare ones vary. */
  private static final double MOST_OF_SERVERS = 1.8;

  /** Measured 0.35 to 0.6. */
  private static final double MOST_OF_WORKER = 0.7;

  private ServerShare() {}

  static void add(BenchTable table, String row, String stretch, Cost cost) {
    String of = stretch.isEmpty() ? "" : stretch + ": ";
    table.shown(row, of + "CPU of the API server", cost.apiServer(), "s");
    table.shown(row, of + "CPU of etcd", cost.etcd(), "s");
    table.shown(row, of + "CPU of Temporal", cost.temporal(), "s");
    table.shown(row, of + "CPU of the simulated clusters", cost.spokes(), "s");
    table.shown(
        row,
        of + "least wall time on this machine: CPU of the servers / processors",
        cost.servers() / Runtime.getRuntime().availableProcessors(),
        "s");
  }

  /** Compares a time with the least on this machine. */
  static void ratio(BenchTable table, String row, double seconds, Cost cost) {
    double least = cost.servers() / Runtime.getRuntime().availableProcessors();
    table.must(row, "ratio of the time to the least wall time", seconds / least, "", MOST_TO_LEAST);
  }

  /**
   * Compares what a cluster took with what it takes a hub at the least.
   *
   * @param bare the milliseconds that API server and etcd take for one PUT and one report
   */
  static void compare(BenchTable table, String row, Cost cost, int clusters, double bare) {
    double hub = (cost.apiServer() + cost.etcd()) * 1e3 / clusters;
    double worker = cost.worker() * 1e3 / clusters;
    table.shown(row, "API server and etcd: one bare PUT and report", bare, "ms");
    table.must(row, "API server and etcd: a cluster, ratio to it", hub / bare, "", MOST_OF_SERVERS);
    table.must(row, "worker: a cluster, ratio to it", worker / bare, "", MOST_OF_WORKER);
  }
}
