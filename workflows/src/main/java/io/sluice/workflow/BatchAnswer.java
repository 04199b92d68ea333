package io.sluice.workflow;

import static java.util.Objects.requireNonNullElse;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import java.util.List;

/**
 * Answers a dispatch: one acknowledgement a cluster, and the present verdict of every replica that
 * carried the content already and was left unwritten.
 */
public record BatchAnswer(List<Ack> acks, List<Report> reports) {
  public BatchAnswer {
    acks = List.copyOf(requireNonNullElse(acks, List.of()));
    reports = List.copyOf(requireNonNullElse(reports, List.of()));
  }
}
