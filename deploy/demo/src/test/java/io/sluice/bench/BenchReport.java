package io.sluice.bench;

import io.sluice.bench.BenchTable.Figure;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Program;
import io.sluice.devservers.ServerProcesses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Formats the table of a run, with the date and the machine, and puts it into a page. */
final class BenchReport {
  private static final String BEGIN = "<!-- HubBench begins -->\n";
  private static final String END = "<!-- HubBench ends -->\n";

  private final String machine;
  private final double loadBefore = load();

  private BenchReport(String machine) {
    this.machine = machine;
  }

  /** Asks the servers for their versions, and the machine for its size and load. */
  static BenchReport on(DevServers servers) {
    return new BenchReport(
        "%d processors, %d GiB, JDK %s; kube-apiserver %s, etcd %s (no fsync), Temporal CLI %s, all on this machine"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                Math.round(bean().getTotalMemorySize() / (double) (1 << 30)),
                Runtime.version(),
                ServerProcesses.version(servers, Program.KUBE_APISERVER),
                ServerProcesses.version(servers, Program.ETCD),
                ServerProcesses.version(servers, Program.TEMPORAL)));
  }

  String format(BenchTable table) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s; %s. Load before the run %.1f. A goal in bold fails the run where it is missed.%n%n",
            LocalDate.now(ZoneOffset.UTC),
            machine,
            loadBefore));
    text.append("| row | what | measured | goal | |\n|---|---|--:|--:|---|\n");
    for (Figure figure : table.figures()) {
      String goal = figure.most().map(most -> Figure.number(most) + unit(figure)).orElse("");
      text.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  figure.row(),
                  figure.what(),
                  Figure.number(figure.value()) + unit(figure),
                  figure.binding() ? "**≤ " + goal + "**" : goal.isEmpty() ? "" : "≤ " + goal,
                  goal.isEmpty() ? "" : figure.met() ? "✓" : "✗"));
    }
    return text.toString();
  }

  /** Replaces what stands between the marks of the page. */
  static void replace(Path page, String table) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          "Cannot write the table: %s lacks its marks. Put them in.".formatted(page));
    }
    Files.writeString(
        page, text.substring(0, begin + BEGIN.length()) + table + text.substring(end));
  }

  private static String unit(Figure figure) {
    return figure.unit().isEmpty() ? "" : " " + figure.unit();
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static com.sun.management.OperatingSystemMXBean bean() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
  }
}
