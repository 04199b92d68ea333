package io.sluice.control.rollout;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Does that part of the work around attempts which depends on the mode of the process
 * (policy-propagation 1).
 */
public interface AttemptSupport {
  /** Returns the number of the last attempt, where the Rollout object names none; else empty. */
  default OptionalLong former(PolicyContext context, Map<String, CachedReplica> replicas) {
    boolean named =
        context.rolloutStatus().filter(rollout -> rollout.status().attempt != null).isPresent();
    return named ? OptionalLong.empty() : OptionalLong.of(lastAttempt(context, replicas));
  }

  /** Finds that number by what else names it; 0 if there was no attempt. */
  long lastAttempt(PolicyContext context, Map<String, CachedReplica> replicas);

  /** Gives the Rollout object its owner and its number; standalone it is created, too. */
  void ensure(PolicyContext context, Map<String, CachedReplica> replicas, long number);

  /** Keeps the present version, for repairs and newcomers. */
  void keep(RootPolicy root);

  /** Drops what is remembered of a policy that is gone. */
  void forget(PolicyName policy);

  /** Returns the clusters whose replica nothing explains. */
  List<String> unknown(PolicyContext context, Map<String, CachedReplica> replicas);

  /** Returns what is left alone of a policy, as its repairs are undone. */
  UndoneRepairs undoneRepairs(PolicyName policy);

  /** Returns the clusters that joined after the end of the last attempt, by name. */
  List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas);

  /**
   * Returns what each cluster has, for an attempt that goes on from there.
   *
   * @param newcomers the clusters that joined after the end of the last attempt; others took part
   */
  List<ReplicaState> states(
      PolicyContext context, Map<String, CachedReplica> replicas, List<String> newcomers);

  /** Makes ready what an attempt needs, if one is due, and clears away what none needs any more. */
  OverrideResult prepare(PolicyContext context, Map<String, CachedReplica> replicas, boolean due);
}
