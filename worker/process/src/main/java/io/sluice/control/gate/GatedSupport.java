package io.sluice.control.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.OverrideResult;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Supports attempts where OCM's propagator writes each replica once it has a ticket (gate 4 and 5).
 * Versions are kept as they are where Sluice writes the replicas; what a cluster was given shows in
 * what its replica holds.
 */
public final class GatedSupport implements AttemptSupport {
  private final AttemptSupport kept;
  private final RolloutObjects rollouts;
  private final PropagatedChanges changes;

  /**
   * Creates it.
   *
   * @param kept does what is the same where Sluice writes the replicas
   */
  public GatedSupport(AttemptSupport kept, RolloutObjects rollouts, PropagatedChanges changes) {
    this.kept = requireNonNull(kept, "kept is null");
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.changes = requireNonNull(changes, "changes is null");
  }

  @Override
  public long lastAttempt(PolicyContext context, Map<String, CachedReplica> replicas) {
    return kept.lastAttempt(context, Map.of());
  }

  /** A label alone gets a Rollout with which no group begins unapproved. */
  @Override
  public void ensure(PolicyContext context, Map<String, CachedReplica> replicas, long number) {
    rollouts.ensure(
        context.root().orElseThrow(),
        number,
        Map.of(EffectiveStrategy.FIELD, EffectiveStrategy.APPROVED_GROUPS),
        Optional::empty);
  }

  @Override
  public void keep(RootPolicy root) {
    kept.keep(root);
  }

  @Override
  public void forget(PolicyName policy) {
    kept.forget(policy);
  }

  @Override
  public List<String> unknown(PolicyContext context, Map<String, CachedReplica> replicas) {
    return kept.unknown(context, replicas);
  }

  @Override
  public UndoneRepairs undoneRepairs(PolicyName policy) {
    return UndoneRepairs.NONE;
  }

  @Override
  public List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas) {
    return kept.newcomers(context, record, dispatched(context, replicas));
  }

  @Override
  public List<ReplicaState> states(
      PolicyContext context, Map<String, CachedReplica> replicas, List<String> newcomers) {
    return kept.states(context, dispatched(context, replicas), newcomers);
  }

  @Override
  public OverrideResult prepare(
      PolicyContext context, Map<String, CachedReplica> replicas, boolean due) {
    return OverrideResult.SETTLED;
  }

  /** What has the version of the last attempt was given it by that. */
  private Map<String, CachedReplica> dispatched(
      PolicyContext context, Map<String, CachedReplica> replicas) {
    RootPolicy root = context.root().orElseThrow();
    PolicyVersion version = context.version().orElseThrow();
    VersionContent content = context.content(root.snapshot());
    Optional<RolloutRecord> last =
        context
            .rolloutStatus()
            .map(status -> status.record(root.uid()))
            .filter(record -> record.generation() == version.generation());
    Map<String, CachedReplica> dispatched = new HashMap<>();
    replicas.forEach(
        (cluster, found) ->
            dispatched.put(
                cluster,
                found.with(
                    last.map(
                            record ->
                                changes.given(
                                    found.replica(),
                                    content,
                                    version,
                                    record.rolloutUid(),
                                    record.attempt()))
                        .orElseGet(() -> found.replica().with(Optional.empty())))));
    return dispatched;
  }
}
