package io.sluice.plan.recovery;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Reads a reported status back, as after the loss of a run (rollout-strategy 3.2). */
public final class ReportedStatusReader {
  private ReportedStatusReader() {}

  /** Returns what the status of a Rollout keeps of this progress. */
  public static LastReportedStatus of(Progress reported, boolean runOpen) {
    boolean ended =
        !runOpen
            && reported.outcome().filter(end -> end != Outcome.SUPERSEDED).isPresent()
            && reported.counts().progressing() + reported.counts().soaking() == 0;
    return new LastReportedStatus(
        reported.startedAt(),
        reported.outcome(),
        reported.endedAt(),
        runOpen,
        sizes(reported),
        groups(reported, Counts::finished, Counts::counted),
        groups(reported, counts -> ended, Counts::succeeded),
        reported.approvals().stream()
            .filter(approval -> approval.how().equals("Signal"))
            .map(
                approval ->
                    new RequestedApproval(
                        approval.groupName(),
                        approval.by(),
                        approval.at().orElseThrow(),
                        approval.comment()))
            .toList(),
        reported.paused(),
        reported.exceptions().stream()
            .map(
                entry ->
                    new LastReportedStatus.ListedIssue(
                        entry.cluster(),
                        entry.groupName(),
                        entry.status(),
                        entry.reason().label(),
                        entry.since(),
                        entry.ignored()))
            .toList());
  }

  private static Optional<Map<GroupKey, Long>> sizes(Progress reported) {
    Map<GroupKey, Long> sizes =
        reported.groups().stream()
            .collect(
                Collectors.toMap(
                    Progress.Group::key, group -> group.counts().clusters(), Math::max));
    return Optional.of(sizes).filter(found -> found.size() == reported.groups().size());
  }

  private static Map<GroupKey, Long> groups(
      Progress reported, Predicate<Counts> which, ToLongFunction<Counts> number) {
    return reported.groups().stream()
        .filter(group -> which.test(group.counts()))
        .collect(
            Collectors.toMap(
                group -> group.key().published(),
                group -> number.applyAsLong(group.counts()),
                Math::max));
  }
}
