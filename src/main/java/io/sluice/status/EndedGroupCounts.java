package io.sluice.status;

import io.sluice.rollout.Counts;
import java.util.Arrays;

/**
 * Updates the counts of a group after its rollout has ended, from the counts that the run left and
 * the present clusters.
 *
 * <p>Final counts stay as the run left them: they cannot be counted again from the hub, because a
 * cluster that was retried without a write names a former attempt. So only the difference is
 * entered. A cluster that joined without a replica is ToApply. Failures are those that are listed,
 * where all are; another cluster that left is subtracted from ToApply first, then from Succeeded.
 */
final class EndedGroupCounts {
  private EndedGroupCounts() {}

  /**
   * Returns the present counts, which always add up to the members.
   *
   * @param seen what the hub shows: its members, those that joined after the end, and the failures
   *     that are listed
   * @param allListed whether every failure is listed
   */
  static Counts settled(Counts last, Counts seen, boolean allListed) {
    long[] others = {
      last.toApply(),
      last.succeeded(),
      last.ignored(),
      last.progressing(),
      last.soaking(),
      allListed ? seen.failed() : Math.max(last.failed(), seen.failed()),
      allListed ? seen.timeOut() : Math.max(last.timeOut(), seen.timeOut())
    };
    long members = seen.clusters();
    long newcomers = seen.newCluster();
    long joined = members - newcomers - Arrays.stream(others).sum();
    others[0] += Math.max(0, joined);
    long left = Math.max(0, -joined);
    for (int i = 0; i < others.length; i++) {
      long taken = Math.min(left, others[i]);
      others[i] -= taken;
      left -= taken;
    }
    return new Counts(
        members, others[0], others[3], others[4], others[1], others[5], others[6], newcomers,
        others[2]);
  }
}
