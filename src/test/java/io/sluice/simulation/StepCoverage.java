package io.sluice.simulation;

import io.sluice.policy.BindingName;
import io.sluice.rollout.Action;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Report;
import io.sluice.rollout.RootView;
import java.util.ArrayList;
import java.util.List;

/** Returns what a step covers. */
final class StepCoverage {
  private StepCoverage() {}

  static List<CoverageItem> of(StepView view) {
    List<CoverageItem> seen = new ArrayList<>();
    if (view.step.state().breach().isPresent() && view.before.breach().isEmpty()) {
      seen.add(CoverageItem.BREACH);
    }
    if (!view.actions(Action.Look.class).isEmpty()) {
      seen.add(CoverageItem.LOOKED);
    }
    if (view.seen.reports().stream().anyMatch(Report::gone)) {
      seen.add(CoverageItem.REPLICA_GONE);
    }
    if (view.seen.acks().stream().anyMatch(ack -> ack.refusal().isPresent())) {
      seen.add(CoverageItem.REFUSED_WRITE);
    }
    if (view.before.clusters().isEmpty()) {
      seen.add(
          switch (view.spec.mode()) {
            case KEEP_PREVIOUS -> CoverageItem.MODE_KEEP_PREVIOUS;
            case INFORM -> CoverageItem.MODE_INFORM;
            case BESIDE -> CoverageItem.MODE_BESIDE;
          });
      if (view.spec.policy() instanceof BindingName) {
        seen.add(CoverageItem.TEMPLATE);
      }
      if (view.spec.informPolicy()) {
        seen.add(CoverageItem.INFORM_POLICY);
      }
    }
    for (ClusterIssue entry : view.step.progress().exceptions()) {
      if (entry.reason() == IssueReason.REGRESSED) {
        seen.add(CoverageItem.REGRESSED);
      } else if (entry.reason() == IssueReason.RECOVERED_LATE) {
        seen.add(CoverageItem.RECOVERED_LATE);
      }
      if (view.skipped(entry.cluster())) {
        seen.add(CoverageItem.SKIPPED);
        if (entry.reason() == IssueReason.FAILED || entry.reason() == IssueReason.TIME_OUT) {
          seen.add(CoverageItem.SKIPPED_FAILURE);
        }
      }
    }
    if (view.hub.root().filter(RootView::deleting).isPresent()) {
      seen.add(CoverageItem.TERMINATING);
    }
    if (view.starts.stream().anyMatch(view::early)) {
      seen.add(CoverageItem.LET_THROUGH);
    }
    phase(view.step.progress().phase(), seen);
    return seen;
  }

  private static void phase(Phase phase, List<CoverageItem> seen) {
    switch (phase) {
      case PAUSED -> seen.add(CoverageItem.PAUSED);
      case PENDING -> seen.add(CoverageItem.PENDING);
      case HALTED -> seen.add(CoverageItem.HALTED);
      case WAITING_FOR_APPROVAL -> seen.add(CoverageItem.WAITING_FOR_APPROVAL);
      default -> {
        return;
      }
    }
  }
}
