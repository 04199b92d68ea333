package io.sluice.tools.preview;

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
import java.util.List;
import java.util.Map;

/**
 * Supports attempts that are previewed from files alone, without what a hub keeps of former ones.
 */
record FileAttemptSupport(AttemptSupport support) implements AttemptSupport {
  FileAttemptSupport {
    requireNonNull(support, "support is null");
  }

  @Override
  public long lastAttempt(PolicyContext context, Map<String, CachedReplica> replicas) {
    return 0;
  }

  @Override
  public void ensure(PolicyContext context, Map<String, CachedReplica> replicas, long number) {
    support.ensure(context, replicas, number);
  }

  @Override
  public void keep(RootPolicy root) {
    support.keep(root);
  }

  @Override
  public void forget(PolicyName policy) {
    support.forget(policy);
  }

  @Override
  public List<String> unknown(PolicyContext context, Map<String, CachedReplica> replicas) {
    return List.of();
  }

  @Override
  public UndoneRepairs undoneRepairs(PolicyName policy) {
    return UndoneRepairs.NONE;
  }

  @Override
  public List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas) {
    return support.newcomers(context, record, replicas);
  }

  @Override
  public List<ReplicaState> states(
      PolicyContext context, Map<String, CachedReplica> replicas, List<String> newcomers) {
    return support.states(context, replicas, newcomers);
  }

  @Override
  public OverrideResult prepare(
      PolicyContext context, Map<String, CachedReplica> replicas, boolean due) {
    return support.prepare(context, replicas, due);
  }
}
