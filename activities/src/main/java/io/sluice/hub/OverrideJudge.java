package io.sluice.hub;

import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideRelease;
import io.sluice.beside.PropagatorDelay;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.LookAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges what OCM's propagator made of the pages of an override (policy-propagation 14.3.4). */
final class OverrideJudge {
  private final HubReader reader;
  private final Batches batches;
  private final OverriddenReplicas replicas;
  private final ReplicaJudge judge;
  private final Duration patience;
  private final Clock clock;

  OverrideJudge(
      HubReader reader,
      Batches batches,
      OverriddenReplicas replicas,
      ReplicaJudge judge,
      Duration patience,
      Clock clock) {
    this.reader = reader;
    this.batches = batches;
    this.replicas = replicas;
    this.judge = judge;
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Returns the present verdict of a cluster whose replica the write of its page does not change,
   * from the cache: it was listed already, or a binding of another owner enforces it. No event of
   * the replica follows that would report it. Empty while the propagator has time to follow.
   *
   * @param unreachable whether the cluster cannot be reached, as the cache has it
   */
  Optional<Report> present(
      AttemptRef attempt,
      OverrideEntry entry,
      boolean listed,
      boolean unreachable,
      PolicyContext context) {
    return replicas
        .replica(attempt.policyName(), entry.cluster())
        .filter(found -> listed || !found.replica().informs())
        .flatMap(
            found -> {
              Instant now = clock.instant();
              Replica replica = replicas.dispatched(found, Optional.of(entry)).replica();
              Report report =
                  judge.report(replica, content(context), attempt.version(), unreachable, now);
              return PropagatorDelay.judged(replica, report, now);
            });
  }

  private static VersionContent content(PolicyContext context) {
    return context.content(context.root().map(RootPolicy::snapshot).orElseThrow());
  }

  /** Fails unless every cluster was read: a verdict needs an observation. */
  LookAnswer look(Batch batch) {
    try (BatchRun run = batches.begin(batch)) {
      PolicyName policy = batch.attempt().policyName();
      PolicyContext context = PolicyContext.of(reader.read(policy, patience), clock.instant());
      Map<String, OverrideEntry> listed =
          OverridePage.byCluster(
              PageObjects.parse(policy, new OverrideNames(context.objects()).pages()));
      List<Optional<Report>> reports =
          run.read(
              cluster -> look(run, cluster, context, Optional.ofNullable(listed.get(cluster))));
      run.checkHeartbeat();
      long missing = reports.stream().filter(Optional::isEmpty).count();
      if (missing > 0) {
        throw HubException.incomplete(
            "look at the clusters of policy " + policy, missing, reports.size());
      }
      return new LookAnswer(reports.stream().flatMap(Optional::stream).toList());
    }
  }

  private Report look(
      BatchRun run, String cluster, PolicyContext context, Optional<OverrideEntry> entry) {
    AttemptRef attempt = run.batch().attempt();
    boolean unreachable = batches.unreachable(cluster);
    Optional<CachedReplica> known = batches.read(attempt.policyName(), cluster);
    Instant now = clock.instant();
    boolean present = OverrideHandler.current(context.root(), attempt);
    boolean lost = entry.isEmpty() && context.release() != OverrideRelease.PER_CLUSTER;
    if (present && run.selects(cluster) && (known.isEmpty() || lost)) {
      return Report.replicaGone(cluster, unreachable, now);
    }
    if (known.isEmpty() || !present) {
      return silent(cluster, attempt, unreachable, now);
    }
    Replica replica = replicas.dispatched(known.get(), entry).replica();
    Report report = judge.report(replica, content(context), attempt.version(), unreachable, now);
    // A deadline is over, of a cluster that the propagator has given nothing yet: that is said.
    return PropagatorDelay.judged(replica, report, now).orElseGet(report::notFollowed);
  }

  private static Report silent(
      String cluster, AttemptRef attempt, boolean unreachable, Instant now) {
    return ReplicaJudge.unknown(cluster, attempt.attempt(), attempt.version(), unreachable, now);
  }
}
