package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a worker, as a process of its own, on real servers: the table of docs/benchmarks.md.
 *
 * <p>{@code -Dsluice.bench.rows=start,unstaged} runs some rows; CONTRIBUTING.md names them all.
 */
class HubBench {
  @TempDir Path folder;

  /** Measures one row. */
  private interface Row {
    void run(Bench bench) throws InterruptedException;
  }

  /** In an order in which the fleet grows; restarts are measured on servers of their own. */
  private static Map<String, Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put("restart", ManyPoliciesRow::run);
    rows.put("start", StartRow::run);
    rows.put("rollouts", ConcurrentRow::run);
    rows.put("crash", CrashRow::run);
    int rounds = Integer.getInteger("sluice.bench.rounds", 2);
    rows.put("staged-1000", bench -> StagedRow.run(bench, 1_000, rounds));
    rows.put("workers", WorkersRow::run);
    rows.put("unstaged", UnstagedRow::run);
    rows.put("staged-3500", bench -> StagedRow.run(bench, 3_500, rounds));
    rows.put("staged-10000", bench -> StagedRow.run(bench, 10_000, rounds));
    return rows;
  }

  @Test
  void table() throws InterruptedException {
    Map<String, Row> rows = rows();
    String wanted = System.getProperty("sluice.bench.rows", "");
    List<String> names = wanted.isBlank() ? List.copyOf(rows.keySet()) : List.of(wanted.split(","));
    assertThat(rows.keySet()).as("rows that exist").containsAll(names);
    BenchTable table = new BenchTable();
    if (names.contains("restart")) {
      measure(table, "restart", Map.of("restart", rows.get("restart")));
    }
    Map<String, Row> others = new LinkedHashMap<>(rows);
    others.keySet().removeIf(name -> name.equals("restart") || !names.contains(name));
    measure(table, "servers", others);
    assertThat(
            table.figures().stream()
                .filter(figure -> figure.binding() && !figure.met())
                .map(BenchTable.Figure::toString)
                .collect(Collectors.joining("\n")))
        .isEmpty();
  }

  private void measure(BenchTable table, String name, Map<String, Row> rows)
      throws InterruptedException {
    if (rows.isEmpty()) {
      return;
    }
    try (DevServers servers = DevServers.start(folder.resolve(name));
        BenchHub hub = new BenchHub(servers);
        KubernetesClient client = servers.client();
        BenchSpokes spokes = BenchSpokes.start(client)) {
      for (Row row : rows.values()) {
        spokes.release("Compliant");
        row.run(new Bench(hub, spokes, table, folder));
      }
    }
  }
}
