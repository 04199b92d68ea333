package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.BindingName;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.util.Optional;

/** Passes each call on to the activities for what the attempt carries: a policy or a binding. */
public final class TargetHubActivities implements HubActivities {
  private final HubActivities policies;
  private final Optional<HubActivities> bindings;

  /**
   * Connects both.
   *
   * @param bindings empty where this process propagates no templates
   */
  public TargetHubActivities(HubActivities policies, Optional<HubActivities> bindings) {
    this.policies = requireNonNull(policies, "policies is null");
    this.bindings = requireNonNull(bindings, "bindings is null");
  }

  private HubActivities of(AttemptRef attempt) {
    return attempt.policy() instanceof BindingName
        ? bindings.orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot roll out binding %s: this worker propagates no templates. Start every worker of this queue with --karmada."
                        .formatted(attempt.policy())))
        : policies;
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return of(attempt).claim(attempt);
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    return of(attempt).observe(attempt);
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return of(batch.attempt()).dispatch(batch);
  }

  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    return of(pending.batch().attempt()).provide(pending);
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return of(batch.attempt()).takeBack(batch);
  }

  @Override
  public LookAnswer look(Batch batch) {
    return of(batch.attempt()).look(batch);
  }

  @Override
  public void publish(StatusUpdate update) {
    of(update.attempt()).publish(update);
  }
}
