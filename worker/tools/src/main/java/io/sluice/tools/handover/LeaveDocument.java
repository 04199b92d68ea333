package io.sluice.tools.handover;

import io.sluice.tools.preview.Obstacle;
import io.sluice.tools.preview.PropagatorWrite;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The report of {@code sluice leave} for programs. */
record LeaveDocument(
    String hub,
    String mode,
    boolean dryRun,
    boolean ready,
    List<Obstacle> obstacles,
    List<String> steps,
    Map<String, Long> propagatorTotals,
    List<Write> propagatorWrites,
    List<String> notes) {
  record Write(
      String namespace, String policy, String cluster, String change, String from, String to) {
    static Write of(PropagatorWrite write) {
      return new Write(
          write.policy().namespace(),
          write.policy().name(),
          write.cluster(),
          write.kind().label(),
          write.from(),
          write.to());
    }
  }

  static LeaveDocument of(HandoverReport report) {
    return new LeaveDocument(
        report.hub(),
        report.mode().label(),
        report.dryRun(),
        report.ready(),
        report.obstacles(),
        report.steps(),
        report.writes().stream()
            .collect(
                Collectors.groupingBy(
                    write -> write.kind().label(), TreeMap::new, Collectors.counting())),
        report.writes().stream().map(Write::of).toList(),
        report.notes());
  }
}
