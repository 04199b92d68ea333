package io.sluice.tools.gate;

import io.sluice.hub.gate.GateProbe;
import io.sluice.hub.gate.GateReport;
import io.sluice.hub.gate.ProbeAnswer;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats what was found of the gate: a line for each request, and what that means. No line is
 * broken: it may end with a command.
 */
final class GatePrinter {
  private GatePrinter() {}

  static List<String> lines(WorkerAccount worker, GateReport report, CommandWriter commands) {
    List<String> lines = new ArrayList<>(List.of("Dry runs of %s:".formatted(worker.user())));
    lines.addAll(answers(report));
    report.quiet().map(served -> quiet(served, commands)).ifPresent(lines::add);
    lines.add(commands.completed(report.state().message()));
    return lines;
  }

  private static List<String> answers(GateReport report) {
    TextTable table = new TextTable("REQUEST", "EXPECTED", "ANSWER");
    for (GateProbe probe : GateProbe.values()) {
      table.row(probe.label(), probe.expected().label(), answer(report, probe));
    }
    return table.lines();
  }

  private static String answer(GateReport report, GateProbe probe) {
    return report.answers().stream()
        .filter(answer -> answer.probe() == probe)
        .map(ProbeAnswer::result)
        .map(ProbeAnswer.Result::label)
        .findFirst()
        .orElse("not asked");
  }

  private static String quiet(boolean served, CommandWriter commands) {
    return served
        ? "The hub can hold without refusing. If sluice-gate-quiet is not installed yet: %s, or gate.quiet=Auto of the chart"
            .formatted(commands.kubectl("apply", "-k", "deploy/gate/quiet"))
        : "The hub cannot hold without refusing: that needs Kubernetes 1.36.";
  }
}
