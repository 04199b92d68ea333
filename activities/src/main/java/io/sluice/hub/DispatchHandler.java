package io.sluice.hub;

import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.DispatchedReplicas;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.LookAnswer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Writes the version of an attempt to clusters, and judges their replicas (rollout-strategy 3.1 and
 * 3.3).
 */
final class DispatchHandler {
  private final ContentResolver contents;
  private final Batches batches;
  private final ReplicaJudge judge;
  private final DispatchedReplicas dispatched;
  private final Clock clock;

  /** Lets the dispatch of each replica be read from its annotation. */
  DispatchHandler(ContentResolver contents, Batches batches, ReplicaJudge judge, Clock clock) {
    this(contents, batches, judge, DispatchedReplicas.ANNOTATED, clock);
  }

  /**
   * Handles dispatches.
   *
   * @param dispatched finds the dispatch of a replica
   */
  DispatchHandler(
      ContentResolver contents,
      Batches batches,
      ReplicaJudge judge,
      DispatchedReplicas dispatched,
      Clock clock) {
    this.dispatched = dispatched;
    this.contents = contents;
    this.batches = batches;
    this.judge = judge;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    return batches.bounded(
        batch,
        run -> {
          ContentResolver.Found found = contents.version("dispatch", batch.attempt());
          return found
              .content()
              .map(content -> run.answer(cluster -> dispatch(run, cluster, content)))
              .orElseGet(() -> run.refused(found.why()));
        });
  }

  private Batches.Result dispatch(BatchRun run, String cluster, VersionContent content) {
    AttemptRef attempt = run.batch().attempt();
    DispatchRule rule =
        DispatchRule.of(
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            Dispatch.As.DISPATCHED,
            Optional.ofNullable(run.batch().dispatchedAt().get(cluster)));
    WriteResult written =
        batches.write(run, DesiredReplica.of(attempt.policyName(), cluster, content, rule));
    Optional<Ack> ack = batches.ack(attempt, cluster, written);
    if (written.kind() != WriteResult.Kind.UNCHANGED) {
      return Batches.Result.of(ack);
    }
    return new Batches.Result(
        ack, Optional.of(report(attempt, written.replica().orElseThrow(), content)));
  }

  /** Returns the present verdict of a replica that has the content. */
  Report report(AttemptRef attempt, CachedReplica found, VersionContent content) {
    return judge.report(
        dispatched.of(attempt, found).replica(),
        content,
        attempt.version(),
        attempt.rolloutUid(),
        batches.unreachable(found.replica().cluster()),
        clock.instant());
  }

  /** Fails unless every cluster was read: a verdict needs an observation. */
  LookAnswer look(Batch batch) {
    try (BatchRun run = batches.begin(batch)) {
      Optional<VersionContent> content = contents.toJudge(batch.attempt());
      List<Optional<Report>> reports = run.read(cluster -> look(run, cluster, content));
      run.checkHeartbeat();
      long missing = reports.stream().filter(Optional::isEmpty).count();
      if (missing > 0) {
        throw HubException.incomplete(
            "look at the clusters of policy " + batch.attempt().policyName(),
            missing,
            reports.size());
      }
      return new LookAnswer(reports.stream().flatMap(Optional::stream).toList());
    }
  }

  private Report look(BatchRun run, String cluster, Optional<VersionContent> content) {
    AttemptRef attempt = run.batch().attempt();
    boolean unreachable = batches.unreachable(cluster);
    Optional<CachedReplica> known = batches.read(attempt.policyName(), cluster);
    Instant now = clock.instant();
    if (known.isEmpty() && run.selects(cluster)) {
      return Report.replicaGone(cluster, unreachable, now);
    }
    if (known.isEmpty() || content.isEmpty()) {
      return ReplicaJudge.unknown(cluster, attempt.attempt(), attempt.version(), unreachable, now);
    }
    return judge.report(
        dispatched.of(attempt, known.get()).replica(),
        content.get(),
        attempt.version(),
        attempt.rolloutUid(),
        unreachable,
        now);
  }
}
