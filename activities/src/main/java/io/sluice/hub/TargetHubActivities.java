package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Passes each call on to the activities for what the attempt carries: a policy, one that the gate
 * stages, or a binding.
 */
public final class TargetHubActivities implements HubActivities {
  private final HubActivities policies;
  private final Optional<HubActivities> gated;
  private final Predicate<PolicyName> behindTheGate;
  private final Supplier<Optional<Instant>> silence;
  private final Optional<HubActivities> bindings;

  /**
   * Connects them.
   *
   * @param gated for policies that the gate stages; empty where OCM's propagator does not run
   * @param behindTheGate whether it does
   * @param silence reads since when OCM's propagator does not run, where Sluice works beside it
   * @param bindings empty where this process propagates no templates
   */
  public TargetHubActivities(
      HubActivities policies,
      Optional<HubActivities> gated,
      Predicate<PolicyName> behindTheGate,
      Supplier<Optional<Instant>> silence,
      Optional<HubActivities> bindings) {
    this.gated = requireNonNull(gated, "gated is null");
    this.behindTheGate = requireNonNull(behindTheGate, "behindTheGate is null");
    this.silence = requireNonNull(silence, "silence is null");
    this.policies = requireNonNull(policies, "policies is null");
    this.bindings = requireNonNull(bindings, "bindings is null");
  }

  private HubActivities of(AttemptRef attempt) {
    if (attempt.policy() instanceof PolicyName policy
        && gated.isPresent()
        && behindTheGate.test(policy)) {
      return gated.get();
    }
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
    HubSnapshot seen = of(attempt).observe(attempt);
    return attempt.policy() instanceof PolicyName ? seen.silent(silence.get()) : seen;
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
