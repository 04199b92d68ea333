package io.sluice.plan;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
import io.sluice.rollout.Action;
import io.sluice.rollout.Action.Provide;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plans what clusters run until their turn (rollout-strategy 3.1, 3.7): in mode I this version as
 * inform, in mode K the last successful one for those without a replica.
 *
 * <p>Neither a pause nor a breach holds it back: a cluster must not stand without any policy
 * because a rollout waits.
 */
final class PendingContentPlanner {
  private final AttemptSpec spec;
  private final boolean informed;
  private final Optional<String> incoherent;
  private final Set<String> withoutReplica;
  private final Membership members;
  private final long now;

  PendingContentPlanner(AttemptState state, FleetView fleet, Membership members, Instant now) {
    this.spec = state.spec();
    this.informed = state.informed();
    this.incoherent = fleet.incoherent();
    this.withoutReplica = new HashSet<>(fleet.withoutReplica());
    this.members = members;
    this.now = now.toEpochMilli();
  }

  /** True where no cluster has to be informed before the first one starts. */
  boolean firstPassOver() {
    if (informed || spec.mode() != PendingMode.INFORM || spec.allAtOnce()) {
      return true;
    }
    return incoherent.isEmpty()
        && members.waiting().stream()
            .allMatch(entry -> entry.answered() || members.leaving(entry.cluster()));
  }

  /**
   * Returns what is to be written now; nothing on a snapshot that may be wrong.
   *
   * @param gone started clusters whose replica is gone and that had what they run without their
   *     turn: a write that was refused, or taken back
   */
  Optional<Action> action(List<ClusterState> gone) {
    if (!spec.providesPendingContent() || incoherent.isPresent()) {
      return Optional.empty();
    }
    List<String> due = new ArrayList<>();
    for (PendingCluster entry : members.waiting()) {
      if (wanted(entry) && retryAt(entry) <= now) {
        due.add(entry.cluster());
      }
    }
    gone.forEach(entry -> due.add(entry.cluster()));
    return due.isEmpty() ? Optional.empty() : Optional.of(provide(due, gone.size()));
  }

  /** Returns true while the hub has not answered a write that clusters wait for. */
  boolean unanswered() {
    return spec.providesPendingContent()
        && incoherent.isEmpty()
        && members.waiting().stream().anyMatch(entry -> wanted(entry) && entry.refused() == 0);
  }

  private boolean wanted(PendingCluster entry) {
    return !entry.provided()
        && (spec.mode() == PendingMode.INFORM
            || entry.gone()
            || withoutReplica.contains(entry.cluster()))
        && !members.leaving(entry.cluster());
  }

  private Action provide(List<String> clusters, int gone) {
    if (gone > 0) {
      String because = "%s without a replica, the turn of %d was before";
      return new Provide(
          spec.mode() == PendingMode.INFORM
              ? Provide.Content.INFORM
              : Provide.Content.LAST_SUCCESSFUL,
          clusters,
          because.formatted(Wording.clusters(clusters.size()), gone));
    }
    return spec.mode() == PendingMode.INFORM
        ? new Provide(
            Provide.Content.INFORM,
            clusters,
            "%d of %d pending clusters without generation %d: as inform until their turn"
                .formatted(clusters.size(), members.waiting().size(), spec.version().generation()))
        : new Provide(
            Provide.Content.LAST_SUCCESSFUL,
            clusters,
            "%d of %d pending clusters without a replica: the last successful version"
                .formatted(clusters.size(), members.waiting().size()));
  }

  /** Returns when a refused write is tried again. */
  Optional<Instant> nextTry() {
    return members.waiting().stream()
        .filter(entry -> entry.refused() != 0 && wanted(entry))
        .map(PendingContentPlanner::retryAt)
        .min(Long::compare)
        .map(Instant::ofEpochMilli);
  }

  private static long retryAt(PendingCluster entry) {
    return entry.refused() == 0
        ? Long.MIN_VALUE
        : entry.refused() + ClusterTracker.RETRY.toMillis();
  }
}
