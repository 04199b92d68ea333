package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import io.sluice.rollout.Report;
import java.util.List;

/** Answers a fresh look: the present verdict of every cluster that was asked for. */
public record LookAnswer(List<Report> reports) {
  public LookAnswer {
    reports = List.copyOf(requireNonNullElse(reports, List.of()));
  }
}
