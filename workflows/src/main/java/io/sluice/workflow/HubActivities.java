package io.sluice.workflow;

import io.sluice.rollout.HubSnapshot;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * Asks the hub, and writes to it, for one attempt. The other side stands in {@code io.sluice.hub}.
 *
 * <p>Every call is safe to repeat. A hub that fails is an exception, which Temporal retries; a
 * cluster that fails is part of the answer. A call on behalf of an attempt that the Rollout object
 * does not name any more fails with the type {@value #CLAIM_LOST}, for good.
 */
@ActivityInterface
public interface HubActivities {
  /** Type of the failure of a run that has no say any more. */
  String CLAIM_LOST = "ClaimLost";

  /** Writes the attempt into the Rollout object, if its turn has come (rollout-strategy 3.2). */
  @ActivityMethod(name = "ClaimRollout")
  ClaimAnswer claim(AttemptRef attempt);

  /** Reads the policy, what people want of its rollout, and the fleet. */
  @ActivityMethod(name = "ObserveHub")
  HubSnapshot observe(AttemptRef attempt);

  /** Gives the clusters the attempt's version: one write each, none where it is there already. */
  @ActivityMethod(name = "DispatchVersion")
  BatchAnswer dispatch(Batch batch);

  /**
   * Gives clusters what they run until their turn; a write only where it is not there already
   * (rollout-strategy 3.1, 3.7).
   */
  @ActivityMethod(name = "ProvideContent")
  BatchAnswer provide(PendingContentBatch provision);

  /** Gives the clusters back what they had before the attempt (rollout-strategy 3.6). */
  @ActivityMethod(name = "TakeVersionBack")
  BatchAnswer takeBack(Batch batch);

  /** Judges the clusters anew, by a read of the hub made after this call. */
  @ActivityMethod(name = "LookAtClusters")
  LookAnswer look(Batch batch);

  /** Writes the Rollout's status. */
  @ActivityMethod(name = "PublishStatus")
  void publish(StatusUpdate update);
}
