package io.sluice.status;

import io.sluice.rollout.Counts;
import java.util.Arrays;

/**
 * Counts a group on after its rollout has ended, from the numbers that the run left and the
 * clusters that there are now.
 *
 * <p>What is final stays as the run counted it, since no look at the hub could count it again: a
 * cluster that was retried without a write carries the mark of a former attempt. So only the
 * difference is entered. Who joined and holds nothing is to apply; who left was never started, as
 * far as there is no better knowledge, else succeeded.
 */
final class EndedGroupCounts {
  private EndedGroupCounts() {}

  /**
   * The numbers now, which always add up.
   *
   * @param members how many clusters the group has
   * @param newcomers how many of them were given a version after the end
   * @param goneFailed how many of those that left are known to have failed
   * @param goneTimeOut the same of those that timed out
   */
  static Counts settled(
      Counts last, long members, long newcomers, long goneFailed, long goneTimeOut) {
    long[] others = {
      last.toApply(),
      last.succeeded(),
      last.ignored(),
      last.progressing(),
      last.soaking(),
      Math.max(0, last.failed() - goneFailed),
      Math.max(0, last.timeOut() - goneTimeOut)
    };
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

  static Counts plus(Counts left, Counts right) {
    return new Counts(
        left.clusters() + right.clusters(),
        left.toApply() + right.toApply(),
        left.progressing() + right.progressing(),
        left.soaking() + right.soaking(),
        left.succeeded() + right.succeeded(),
        left.failed() + right.failed(),
        left.timeOut() + right.timeOut(),
        left.newCluster() + right.newCluster(),
        left.ignored() + right.ignored());
  }
}
