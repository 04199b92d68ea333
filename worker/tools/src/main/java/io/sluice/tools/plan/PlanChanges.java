package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Holds what files change, compared with what the hub has now.
 *
 * @param known whether the hub has the policy
 * @param version empty where the hub has no such policy, or its generation stays
 * @param settings those that differ
 * @param approvals groups that need an approval, and did not, or the other way round
 * @param groups decision groups with clusters
 * @param clusters the clusters that are selected
 * @param moved clusters that go from one group to another
 * @param waves how the waves of a rollout to all clusters differ
 * @param least the least time of such a rollout
 * @param likely its likely time
 */
record PlanChanges(
    boolean known,
    Optional<Version> version,
    List<Setting> settings,
    Names approvals,
    Names groups,
    Names clusters,
    List<Move> moved,
    Waves waves,
    Times least,
    Times likely) {
  PlanChanges {
    requireNonNull(version, "version is null");
    settings = List.copyOf(settings);
    requireNonNull(approvals, "approvals is null");
    requireNonNull(groups, "groups is null");
    requireNonNull(clusters, "clusters is null");
    moved = List.copyOf(moved);
    requireNonNull(waves, "waves is null");
    requireNonNull(least, "least is null");
    requireNonNull(likely, "likely is null");
  }

  /** Returns whether nothing differs. */
  boolean none() {
    return known
        && version.isEmpty()
        && settings.isEmpty()
        && approvals.none()
        && groups.none()
        && clusters.none()
        && moved.isEmpty()
        && waves.moved().isEmpty();
  }

  /**
   * Holds the versions of a policy.
   *
   * @param content whether clusters get another content, not only another strategy
   */
  record Version(long from, long to, boolean content) {}

  /** Holds a setting of the strategy; {@code none} where there is no value. */
  record Setting(String name, String from, String to) {}

  /** Holds names that come and go. */
  record Names(List<String> added, List<String> removed) {
    Names {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
    }

    boolean none() {
      return added.isEmpty() && removed.isEmpty();
    }
  }

  /** Holds a cluster that is in another group, or another wave. */
  record Move(String cluster, String from, String to) {}

  /**
   * Holds the waves, counted from one; clusters that start at one instant are one wave.
   *
   * @param before how many there are now
   * @param after how many there will be
   * @param moved clusters that are selected before and after, and start in another wave
   */
  record Waves(int before, int after, List<Move> moved) {
    Waves {
      moved = List.copyOf(moved);
    }
  }

  /** Holds how long a rollout takes; empty where it does not end, or cannot begin. */
  record Times(Optional<Duration> before, Optional<Duration> after) {
    boolean same() {
      return before.equals(after);
    }
  }
}
