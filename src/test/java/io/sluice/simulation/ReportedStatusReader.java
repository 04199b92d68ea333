package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads a status back as the product does when a run was lost (rollout-strategy 3.2). */
final class ReportedStatusReader {
  private ReportedStatusReader() {}

  static LastReportedStatus of(Progress told, boolean runOpen) {
    boolean over =
        !runOpen
            && told.outcome()
                .filter(end -> end == Outcome.SUCCEEDED || end == Outcome.FAILED)
                .isPresent();
    return new LastReportedStatus(
        told.startedAt(),
        told.outcome(),
        told.endedAt(),
        groups(told, ReportedStatusReader::finished),
        groups(told, counts -> over).keySet(),
        told.approvals().stream()
            .filter(approval -> approval.how().equals("Signal"))
            .map(
                approval ->
                    new RequestedApproval(
                        approval.groupName(),
                        approval.by(),
                        approval.at().orElseThrow(),
                        approval.comment()))
            .toList(),
        told.paused(),
        told.exceptions().stream()
            .map(
                entry ->
                    new LastReportedStatus.ListedIssue(
                        entry.cluster(), entry.status(), entry.reason().label(), entry.since()))
            .toList());
  }

  static boolean finished(Counts counts) {
    return counts.toApply() == 0 && counts.progressing() == 0 && counts.soaking() == 0;
  }

  private static Map<GroupKey, Long> groups(Progress told, Predicate<Counts> which) {
    return told.groups().stream()
        .filter(group -> which.test(group.counts()))
        .collect(
            Collectors.toMap(
                Progress.Group::key,
                group -> group.counts().clusters() - group.counts().ignored()));
  }
}
