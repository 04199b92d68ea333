package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.write.JoinedClusters;
import io.sluice.hub.write.KnownContents;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Supports attempts where Sluice writes the replicas: each version is kept as a revision. */
public final class StandaloneSupport implements AttemptSupport {
  private final Revisions revisions;
  private final FormerAttemptFinder formerAttempts;
  private final CarriedRevisionFinder carried;
  private final RolloutObjects rollouts;
  private final Function<PolicyName, UndoneRepairs> undoneRepairs;
  private final Map<PolicyName, String> storedRevisions = new ConcurrentHashMap<>();

  /**
   * Creates it.
   *
   * @param undoneRepairs finds what is left alone of a policy
   */
  public StandaloneSupport(
      Revisions revisions,
      FormerAttemptFinder formerAttempts,
      RolloutObjects rollouts,
      Function<PolicyName, UndoneRepairs> undoneRepairs) {
    this.undoneRepairs = requireNonNull(undoneRepairs, "undoneRepairs is null");
    this.revisions = revisions;
    this.formerAttempts = formerAttempts;
    this.carried = new CarriedRevisionFinder(revisions);
    this.rollouts = rollouts;
  }

  @Override
  public long lastAttempt(PolicyContext context, Map<String, CachedReplica> replicas) {
    return formerAttempts.find(context, replicas);
  }

  @Override
  public void ensure(PolicyContext context, Map<String, CachedReplica> replicas, long number) {
    RootPolicy root = context.root().orElseThrow();
    rollouts.ensure(root, number, () -> carried.find(root, context, replicas.values()));
  }

  /** Stores the present version, unless this process did so already. */
  @Override
  public void keep(RootPolicy root) {
    String stored = "%s %d %s".formatted(root.uid(), root.generation(), root.snapshot().hash());
    if (!stored.equals(storedRevisions.get(root.name()))) {
      revisions.keep(root);
      storedRevisions.put(root.name(), stored);
    }
  }

  @Override
  public void forget(PolicyName policy) {
    storedRevisions.remove(policy);
  }

  @Override
  public List<String> unknown(PolicyContext context, Map<String, CachedReplica> replicas) {
    return KnownContents.unknown(revisions, context, replicas.values());
  }

  @Override
  public UndoneRepairs undoneRepairs(PolicyName policy) {
    return undoneRepairs.apply(policy);
  }

  @Override
  public List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas) {
    return JoinedClusters.of(
            context,
            replicas.values().stream().map(CachedReplica::replica).toList(),
            record.generation())
        .joined();
  }

  @Override
  public List<ReplicaState> states(
      PolicyContext context, Map<String, CachedReplica> replicas, List<String> newcomers) {
    PolicyVersion present = context.version().orElseThrow();
    VersionContent content = context.content(context.root().orElseThrow().snapshot());
    return replicas.values().stream()
        .map(CachedReplica::replica)
        .map(replica -> content.held(replica, present))
        .toList();
  }

  @Override
  public OverrideResult prepare(
      PolicyContext context, Map<String, CachedReplica> replicas, boolean due) {
    return OverrideResult.SETTLED;
  }
}
