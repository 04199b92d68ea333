package io.sluice.bench;

import io.sluice.bench.Meter.Cost;

/**
 * Shows what the servers took of a stretch, and with them its least wall time on this machine: no
 * worker is faster where everything shares the processors.
 */
final class ServerShare {
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
}
