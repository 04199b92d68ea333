package io.sluice.hub;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
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
import java.util.Optional;

/**
 * Writes the version of an attempt to clusters, and judges their replicas (rollout-strategy 3.1 and
 * 3.3).
 */
final class DispatchHandler {
  private final ContentResolver contents;
  private final Batches batches;
  private final ReplicaJudge judge;
  private final Clock clock;

  DispatchHandler(ContentResolver contents, Batches batches, ReplicaJudge judge, Clock clock) {
    this.contents = contents;
    this.batches = batches;
    this.judge = judge;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    ContentResolver.Found found = contents.version("dispatch", batch.attempt());
    return found
        .content()
        .map(content -> batches.answer(batch, name -> dispatch(batch, name, content)))
        .orElseGet(() -> batches.refused(batch, found.why()));
  }

  private Batches.Result dispatch(Batch batch, String cluster, VersionContent content) {
    AttemptRef attempt = batch.attempt();
    DispatchRule rule =
        DispatchRule.of(
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            Dispatch.As.DISPATCHED);
    WriteResult written =
        batches.write(DesiredReplica.of(attempt.policy(), cluster, content, rule));
    Optional<Ack> ack = batches.ack(attempt, cluster, written);
    if (written.kind() != WriteResult.Kind.UNCHANGED) {
      return Batches.Result.of(ack);
    }
    boolean unreachable = batches.unreachable(cluster);
    Report report =
        judge.report(
            written.replica().orElseThrow().replica(),
            content,
            attempt.version(),
            unreachable,
            clock.instant());
    return new Batches.Result(ack, Optional.of(report));
  }

  LookAnswer look(Batch batch) {
    Optional<VersionContent> content = contents.toJudge(batch.attempt());
    return new LookAnswer(batches.each(batch, cluster -> look(batch.attempt(), cluster, content)));
  }

  private Report look(AttemptRef attempt, String cluster, Optional<VersionContent> content) {
    boolean unreachable = batches.unreachable(cluster);
    Optional<CachedReplica> known = batches.read(attempt.policy(), cluster);
    Instant now = clock.instant();
    if (known.isEmpty() || content.isEmpty()) {
      return ReplicaJudge.withoutReplica(
          cluster, attempt.attempt(), attempt.version(), unreachable, now);
    }
    return judge.report(known.get().replica(), content.get(), attempt.version(), unreachable, now);
  }
}
