package io.sluice.tools.handover;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.tools.document.Subject;
import io.sluice.tools.preview.AdoptionReport;
import io.sluice.tools.preview.AttemptPreview;
import io.sluice.tools.preview.Obstacle;
import io.sluice.tools.preview.PlannedRemoval;
import io.sluice.tools.preview.PlannedWrite;
import io.sluice.tools.preview.PolicyPreview;
import java.util.List;
import java.util.Optional;

/** The report of {@code sluice adopt} for programs. */
record AdoptionDocument(
    String hub,
    int managedClusters,
    boolean ready,
    AutoMode autoMode,
    List<Obstacle> obstacles,
    Totals totals,
    List<Policy> policies) {
  record AutoMode(String mode, String because) {}

  record Totals(
      int policies, long contentWrites, long metadataWrites, long removals, long refused) {}

  record Policy(
      @JsonUnwrapped Subject.Name name,
      String kind,
      int clusters,
      long contentWrites,
      long metadataWrites,
      List<Write> writes,
      List<PlannedRemoval> removals,
      Optional<Refused> refused,
      List<String> warnings,
      boolean runOpen,
      Optional<Attempt> attempt) {
    static Policy of(PolicyPreview policy) {
      return new Policy(
          Subject.Name.of(policy.policy()),
          policy.kind().label(),
          policy.clusters(),
          policy.contentWrites(),
          policy.metadataWrites(),
          Write.of(policy.passWrites()),
          policy.removals(),
          policy.refusal().map(Refused::of),
          policy.warnings(),
          policy.runOpen(),
          policy.attempt().map(Attempt::of));
    }
  }

  record Refused(String reason, String message) {
    static Refused of(Refusal refusal) {
      return new Refused(refusal.reason(), refusal.message());
    }
  }

  record Write(String cluster, String change) {
    static List<Write> of(List<PlannedWrite> writes) {
      return writes.stream()
          .map(write -> new Write(write.cluster(), write.kind().label()))
          .toList();
    }
  }

  record Attempt(
      long number,
      String because,
      String strategy,
      String pendingClusters,
      List<AttemptPreview.Start> starts,
      List<Write> firstWrites,
      List<Write> laterWrites,
      Optional<String> waitingFor) {
    static Attempt of(AttemptPreview attempt) {
      return new Attempt(
          attempt.number(),
          attempt.because(),
          attempt.strategy(),
          attempt.pendingClusters(),
          attempt.starts(),
          Write.of(attempt.first()),
          Write.of(attempt.later()),
          attempt.waitingFor());
    }
  }

  static AdoptionDocument of(AdoptionReport report) {
    return new AdoptionDocument(
        report.hub(),
        report.clusters(),
        report.ready(),
        new AutoMode(report.autoMode(), report.autoBecause()),
        report.obstacles(),
        new Totals(
            report.policies().size(),
            report.total(PolicyPreview::contentWrites),
            report.total(PolicyPreview::metadataWrites),
            report.total(policy -> policy.removals().size()),
            report.refused()),
        report.policies().stream().map(Policy::of).toList());
  }
}
