package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a worker, as a process of its own, on real servers: the table of docs/benchmarks.md.
 *
 * <p>{@code -Dsluice.bench.rows=start,unstaged} runs some rows; docs/testing.md names them all.
 */
class HubBench {
  private static final String RESTART = "restart";
  private static final String PLACEMENTS = "placements";

  @TempDir Path folder;

  /** Measures one row. */
  private interface Row {
    void run(Bench bench) throws InterruptedException, IOException;
  }

  /** In an order in which the fleet grows; some rows are measured on servers of their own. */
  private static Map<String, Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put(RESTART, ManyPoliciesRow::run);
    rows.put(PLACEMENTS, PlacementsRow::run);
    rows.put("start", StartRow::run);
    rows.put("crash", CrashRow::run);
    rows.put("rollouts", ConcurrentRow::run);
    rows.put("window", WindowRow::run);
    int rounds = Integer.getInteger("sluice.bench.rounds", 2);
    rows.put("staged-1000", bench -> StagedRow.run(bench, 1_000, rounds));
    rows.put("workers", WorkersRow::run);
    rows.put("unstaged", UnstagedRow::run);
    rows.put("staged-3500", bench -> StagedRow.run(bench, 3_500, rounds));
    rows.put("staged-10000", bench -> StagedRow.run(bench, 10_000, rounds));
    rows.put("karmada", TemplatesRow::run);
    return rows;
  }

  @Test
  void table() throws InterruptedException, IOException {
    Map<String, Row> rows = rows();
    String wanted = System.getProperty("sluice.bench.rows", "");
    List<String> names = wanted.isBlank() ? List.copyOf(rows.keySet()) : List.of(wanted.split(","));
    assertThat(rows.keySet()).as("rows that exist").containsAll(names);
    BenchTable table = new BenchTable();
    List<String> java = JvmOptions.withArchive(folder);
    String report = "";
    for (Set<String> together : hubs(rows.keySet())) {
      Map<String, Row> onOneHub = new LinkedHashMap<>(rows);
      onOneHub.keySet().retainAll(together);
      onOneHub.keySet().retainAll(names);
      if (!onOneHub.isEmpty()) {
        report = measure(table, onOneHub, java);
      }
    }
    Path build = Path.of(System.getProperty("sluice.build", "target"));
    Files.writeString(Files.createDirectories(build).resolve("hub-bench.md"), report);
    if (wanted.isBlank()) {
      BenchReport.replace(Path.of(System.getProperty("sluice.bench.page")), report);
    }
    assertThat(table.figures().stream().filter(figure -> figure.binding() && !figure.met()))
        .as("ratios and counts that miss their goals")
        .isEmpty();
  }

  /** Returns which rows share servers. */
  private static List<Set<String>> hubs(Set<String> rows) {
    Set<String> others = new HashSet<>(rows);
    others.removeAll(Set.of(RESTART, PLACEMENTS));
    return List.of(Set.of(RESTART), Set.of(PLACEMENTS), others);
  }

  private String measure(BenchTable table, Map<String, Row> rows, List<String> java)
      throws InterruptedException, IOException {
    Path servers = folder.resolve("servers-" + rows.keySet().iterator().next());
    try (DevServers running = BenchServers.start(servers);
        BenchHub hub = new BenchHub(running);
        KubernetesClient client = running.client();
        BenchSpokes spokes = BenchSpokes.start(client)) {
      BenchReport report = BenchReport.on(running);
      for (Row row : rows.values()) {
        spokes.release("Compliant");
        row.run(new Bench(hub, spokes, table, folder, java));
      }
      Growth.add(table);
      return report.format(table);
    }
  }
}
