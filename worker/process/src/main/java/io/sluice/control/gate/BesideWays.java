package io.sluice.control.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.OverrideResult;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.StagingWay;
import java.util.List;
import java.util.Map;

/**
 * Supports the attempts of each policy in the way in which it is staged beside OCM's propagator
 * (gate 2).
 */
public final class BesideWays implements AttemptSupport {
  private final AttemptSupport override;
  private final AttemptSupport gate;

  public BesideWays(AttemptSupport override, AttemptSupport gate) {
    this.override = requireNonNull(override, "override is null");
    this.gate = requireNonNull(gate, "gate is null");
  }

  private AttemptSupport of(PolicyContext context) {
    return context.objects().way() == StagingWay.GATE ? gate : override;
  }

  @Override
  public long lastAttempt(PolicyContext context, Map<String, CachedReplica> replicas) {
    return of(context).lastAttempt(context, replicas);
  }

  @Override
  public void ensure(PolicyContext context, Map<String, CachedReplica> replicas, long number) {
    of(context).ensure(context, replicas, number);
  }

  @Override
  public void keep(RootPolicy root) {
    if (StagingWay.beside(root.snapshot().labels()) == StagingWay.GATE) {
      gate.keep(root);
    } else {
      override.keep(root);
    }
  }

  @Override
  public void forget(PolicyName policy) {
    gate.forget(policy);
    override.forget(policy);
  }

  @Override
  public List<String> unknown(PolicyContext context, Map<String, CachedReplica> replicas) {
    return of(context).unknown(context, replicas);
  }

  /** Nothing is repaired here: the propagator does. */
  @Override
  public UndoneRepairs undoneRepairs(PolicyName policy) {
    return UndoneRepairs.NONE;
  }

  @Override
  public List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas) {
    return of(context).newcomers(context, record, replicas);
  }

  @Override
  public List<ReplicaState> states(
      PolicyContext context, Map<String, CachedReplica> replicas, List<String> newcomers) {
    return of(context).states(context, replicas, newcomers);
  }

  /** An override that stands is withdrawn before the gate stages the policy. */
  @Override
  public OverrideResult prepare(
      PolicyContext context, Map<String, CachedReplica> replicas, boolean due) {
    return override.prepare(context, replicas, due && of(context) == override);
  }
}
