package io.sluice.hub.write;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.workflow.AttemptRef;
import java.time.Clock;
import java.util.Collection;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old revisions when an attempt begins, except those that a replica carries or that were
 * rolled out last with success (rollout-strategy 5, "Revisions").
 */
public final class RevisionPruner {
  private static final Logger LOG = LoggerFactory.getLogger(RevisionPruner.class);

  private final Revisions revisions;
  private final ReplicaStore store;
  private final Function<PolicyName, PolicyObjects> cached;
  private final Clock clock;

  /** Creates it. */
  public RevisionPruner(
      Revisions revisions,
      ReplicaStore store,
      Function<PolicyName, PolicyObjects> cached,
      Clock clock) {
    this.revisions = revisions;
    this.store = store;
    this.cached = cached;
    this.clock = clock;
  }

  /** Never fails: what is left is deleted when the next attempt begins. */
  public void prune(AttemptRef attempt) {
    PolicyName policy = attempt.policyName();
    PolicyContext context = PolicyContext.of(cached.apply(policy), clock.instant());
    if (context.rollout().isEmpty()) {
      return; // The cache does not show yet which revision was rolled out last with success.
    }
    Collection<CachedReplica> replicas = store.replicas(policy).values();
    try {
      revisions.prune(policy, revision -> needed(attempt, revision, context, replicas));
    } catch (HubException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private static boolean needed(
      AttemptRef attempt,
      Revision revision,
      PolicyContext context,
      Collection<CachedReplica> replicas) {
    VersionContent content = context.content(revision.snapshot());
    VersionContent inform = content.asInform();
    return revision.generations().contains(attempt.version().generation())
        || context.lastSuccessfulRevision().filter(revision.name()::equals).isPresent()
        || replicas.stream()
            .map(CachedReplica::replica)
            .anyMatch(
                replica ->
                    names(replica, revision)
                        || content.mayBeOn(replica)
                        || inform.mayBeOn(replica));
  }

  private static boolean names(Replica replica, Revision revision) {
    return replica
        .dispatch()
        .filter(dispatch -> revision.generations().contains(dispatch.generation()))
        .isPresent();
  }
}
