package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import io.sluice.rollout.Report;
import java.util.List;

/** Carries changes of verdict from the watcher, at most {@value #MOST_REPORTS} a signal. */
public record ReportBatch(List<Report> reports) {
  public static final int MOST_REPORTS = 500;

  public ReportBatch {
    reports = List.copyOf(requireNonNullElse(reports, List.of()));
  }
}
