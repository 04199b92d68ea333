package io.sluice.hub;

import io.sluice.plan.Ack;
import io.sluice.plan.Report;
import io.sluice.policy.Dispatch;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.Batch;
import io.sluice.workflow.BatchAnswer;
import io.sluice.workflow.LookAnswer;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Gives clusters the version of an attempt, and judges what they make of it (rollout-strategy 3.1
 * and 3.3).
 */
final class Dispatching {
  private final HubWrites hub;
  private final Judging judging;
  private final Clock clock;

  Dispatching(HubWrites hub, Judging judging, Clock clock) {
    this.hub = hub;
    this.judging = judging;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    AttemptContents.Found found = hub.contents().version("dispatch", batch.attempt());
    return found
        .content()
        .map(content -> hub.batches().answer(batch, name -> dispatch(batch, name, content)))
        .orElseGet(() -> hub.batches().refused(batch, found.why()));
  }

  private Batches.Result dispatch(Batch batch, String cluster, VersionContent content) {
    AttemptRef attempt = batch.attempt();
    Stamp stamp =
        Stamp.of(
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            Dispatch.As.DISPATCHED);
    Written written = hub.write(Wish.of(attempt.policy(), cluster, content, stamp));
    Ack ack = hub.batches().ack(attempt, cluster, written);
    if (written.kind() != Written.Kind.UNCHANGED) {
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
    Optional<KnownReplica> known = hub.read(attempt.policy(), cluster);
    Instant now = clock.instant();
    if (known.isEmpty() || content.isEmpty()) {
      return Judging.nothing(cluster, attempt.attempt(), attempt.version(), unreachable, now);
    }
    return judging.report(
        known.get().replica(), content.get(), attempt.version(), unreachable, now);
  }
}
