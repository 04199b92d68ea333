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
 * Gives clusters the version of an attempt, and judges what they make of it (rollout-strategy 3.1
 * and 3.3).
 */
final class DispatchHandler {
  private final BatchContext hub;
  private final ReplicaJudge judging;
  private final Clock clock;

  DispatchHandler(BatchContext hub, ReplicaJudge judging, Clock clock) {
    this.hub = hub;
    this.judging = judging;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    ContentResolver.Found found = hub.contents().version("dispatch", batch.attempt());
    return found
        .content()
        .map(content -> hub.batches().answer(batch, name -> dispatch(batch, name, content)))
        .orElseGet(() -> hub.batches().refused(batch, found.why()));
  }

  private Batches.Result dispatch(Batch batch, String cluster, VersionContent content) {
    AttemptRef attempt = batch.attempt();
    DispatchRule stamp =
        DispatchRule.of(
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            Dispatch.As.DISPATCHED);
    WriteResult written = hub.write(DesiredReplica.of(attempt.policy(), cluster, content, stamp));
    Ack ack = hub.batches().ack(attempt, cluster, written);
    if (written.kind() != WriteResult.Kind.UNCHANGED) {
      return Batches.Result.of(ack);
    }
    boolean unreachable = hub.unreachable(cluster);
    Report report =
        judging.report(
            written.replica().orElseThrow().replica(),
            content,
            attempt.version(),
            unreachable,
            clock.instant());
    return new Batches.Result(ack, Optional.of(report));
  }

  LookAnswer look(Batch batch) {
    Optional<VersionContent> content = hub.contents().toJudge(batch.attempt());
    return new LookAnswer(
        hub.batches().each(batch, cluster -> look(batch.attempt(), cluster, content)));
  }

  private Report look(AttemptRef attempt, String cluster, Optional<VersionContent> content) {
    boolean unreachable = hub.unreachable(cluster);
    Optional<CachedReplica> known = hub.read(attempt.policy(), cluster);
    Instant now = clock.instant();
    if (known.isEmpty() || content.isEmpty()) {
      return ReplicaJudge.nothing(cluster, attempt.attempt(), attempt.version(), unreachable, now);
    }
    return judging.report(
        known.get().replica(), content.get(), attempt.version(), unreachable, now);
  }
}
