package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Dispatch;
import java.util.Optional;

/**
 * Holds what a Work that was deleted by hand said of its cluster when it was last seen
 * (policy-propagation 7); its content is kept by its siblings (lazy-activation 2.5).
 *
 * @param revision the version that the cluster was given
 * @param dispatch by which attempt it was written; empty where no rollout wrote it
 */
public record VanishedWork(String cluster, String revision, Optional<Dispatch> dispatch) {
  public VanishedWork {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(revision, "revision is null");
    requireNonNull(dispatch, "dispatch is null");
  }

  /** Returns what is remembered of a Work. */
  public static VanishedWork of(WorkState work) {
    return new VanishedWork(work.cluster(), work.revision(), work.dispatch());
  }
}
