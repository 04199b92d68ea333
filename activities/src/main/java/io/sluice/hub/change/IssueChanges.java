package io.sluice.hub.change;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.change.StatusChange.ClustersLate;
import io.sluice.hub.change.StatusChange.ClustersRegressed;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.ClusterIssue.IssueReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds clusters that are listed anew as regressed, or as late, in a run and after its end.
 *
 * <p>Late is who got the version and should have reported by now: {@code TimeOut}, and {@code
 * Unreachable}. Who reported a failure ({@code Failed}) is not late, nor is a cluster that did not
 * get the version yet, as the hub or OCM's propagator does not write it ({@code CannotWrite},
 * {@code PropagatorAway}), nor one whose status does not count.
 */
final class IssueChanges {
  private static final Set<String> REGRESSED = labels(IssueReason.REGRESSED);
  private static final Set<String> LATE = labels(IssueReason.TIME_OUT, IssueReason.UNREACHABLE);

  private IssueChanges() {}

  /** Compares two statuses of one attempt. */
  static Stream<StatusChange> between(RolloutStatus before, RolloutStatus after) {
    return Stream.concat(
        found(REGRESSED, before, after, ClustersRegressed::new),
        found(LATE, before, after, ClustersLate::new));
  }

  private static Set<String> labels(IssueReason... reasons) {
    return Arrays.stream(reasons).map(IssueReason::label).collect(Collectors.toSet());
  }

  private static Stream<StatusChange> found(
      Set<String> reasons,
      RolloutStatus before,
      RolloutStatus after,
      Function<List<RolloutStatus.Issue>, StatusChange> change) {
    List<RolloutStatus.Issue> former = listed(reasons, before).toList();
    Set<String> known =
        former.stream().map(RolloutStatus.Issue::cluster).collect(Collectors.toSet());
    Optional<Instant> told = told(before, former);
    List<RolloutStatus.Issue> added =
        listed(reasons, after)
            .filter(issue -> !known.contains(issue.cluster()))
            .filter(issue -> told.isEmpty() || since(issue).isAfter(told.get()))
            .toList();
    return added.isEmpty() ? Stream.empty() : Stream.of(change.apply(added));
  }

  /**
   * Returns the newest that a list tells from which clusters were left out: one that moves up from
   * behind its end is not new. Empty where it is whole, or has none.
   */
  private static Optional<Instant> told(RolloutStatus before, List<RolloutStatus.Issue> former) {
    return requireNonNullElse(before.exceptionsOmitted, 0L) == 0
        ? Optional.empty()
        : former.stream().map(IssueChanges::since).max(Comparator.naturalOrder());
  }

  private static Stream<RolloutStatus.Issue> listed(Set<String> reasons, RolloutStatus status) {
    return requireNonNullElse(status.exceptions, List.<RolloutStatus.Issue>of()).stream()
        .filter(issue -> reasons.contains(issue.reason()) && !issue.ignored());
  }

  /** A time that is none is long ago. */
  private static Instant since(RolloutStatus.Issue issue) {
    return Optional.ofNullable(issue.since()).flatMap(JsonTree::instant).orElse(Instant.EPOCH);
  }
}
