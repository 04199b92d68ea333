package io.sluice.hub;

import io.sluice.hub.ContentResolver.Found;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Writes what clusters run before their turn, and writes back what they had (rollout-strategy 3.1,
 * 3.6 and 3.7).
 *
 * <p>Content before the turn is never written over a replica that was dispatched in this attempt or
 * enforces its version already, however late the call comes.
 */
final class PendingContentWriter {
  private static final String PROVIDE = "provide for clusters";
  private static final String TAKE_BACK = "take a write back";

  private final ContentResolver contents;
  private final Batches batches;

  PendingContentWriter(ContentResolver contents, Batches batches) {
    this.contents = contents;
    this.batches = batches;
  }

  BatchAnswer provide(PendingContentBatch pending) {
    Batch batch = pending.batch();
    AttemptRef attempt = batch.attempt();
    return switch (pending.content()) {
      case INFORM -> {
        Found version = contents.version(PROVIDE, attempt);
        yield write(
            batch,
            version.asInform(),
            Dispatch.As.PENDING,
            desired -> desired.sparing(known -> hadItsTurn(attempt, version, known)),
            () -> batches.refused(batch, version.why()));
      }
      // Only clusters without any replica get it.
      case LAST_SUCCESSFUL ->
          write(
              batch,
              contents.lastSuccessful(PROVIDE, attempt),
              Dispatch.As.NEWCOMER,
              desired -> desired.sparing(known -> true),
              () -> batches.settled(batch));
    };
  }

  BatchAnswer takeBack(Batch batch) {
    AttemptRef attempt = batch.attempt();
    if (attempt.informFirst()) {
      Found version = contents.version(TAKE_BACK, attempt);
      return write(
          batch,
          version.asInform(),
          Dispatch.As.TAKEN_BACK,
          DesiredReplica::onlyExisting,
          () -> batches.refused(batch, version.why()));
    }
    Found former = contents.lastSuccessful(TAKE_BACK, attempt);
    return write(
        batch,
        former,
        Dispatch.As.TAKEN_BACK,
        DesiredReplica::onlyExisting,
        () ->
            batches.answer(
                batch,
                cluster ->
                    Batches.Result.of(
                        batches.ack(attempt, cluster, removed(attempt, cluster, former)))));
  }

  /** Writes the content to each cluster of the batch; without content, returns the other answer. */
  private BatchAnswer write(
      Batch batch,
      Found found,
      Dispatch.As as,
      UnaryOperator<DesiredReplica> restriction,
      Supplier<BatchAnswer> withoutContent) {
    if (found.content().isEmpty()) {
      return withoutContent.get();
    }
    AttemptRef attempt = batch.attempt();
    DispatchRule rule =
        DispatchRule.of(attempt.rolloutUid(), attempt.attempt(), found.generation(), as);
    return batches.answer(
        batch,
        cluster -> {
          DesiredReplica desired =
              DesiredReplica.of(attempt.policy(), cluster, found.content().get(), rule);
          return Batches.Result.of(
              batches.ack(attempt, cluster, batches.write(restriction.apply(desired))));
        });
  }

  private static boolean hadItsTurn(AttemptRef attempt, Found found, CachedReplica known) {
    PolicyVersion version = attempt.version();
    String hash = found.content().orElseThrow().hashOf(known.replica(), version);
    return hash.equals(version.contentHash()) || dispatched(attempt, known);
  }

  private static boolean dispatched(AttemptRef attempt, CachedReplica known) {
    return known
        .replica()
        .dispatch()
        .filter(given -> given.is(attempt.rolloutUid(), attempt.attempt(), Dispatch.As.DISPATCHED))
        .isPresent();
  }

  /** Without a former version, deletes the replica if this dispatch created it. */
  private WriteResult removed(AttemptRef attempt, String cluster, Found former) {
    if (!former.never()) {
      return WriteResult.refused(former.why() + ", so the cluster keeps what it has");
    }
    WriteResult deleted =
        batches.delete(attempt.policy(), cluster, known -> createdHere(attempt, known));
    boolean spared = deleted.kind() == WriteResult.Kind.CHANGED && deleted.replica().isPresent();
    return spared
        ? WriteResult.refused(
            former.why() + ", and the cluster had the policy before this dispatch: it keeps it")
        : deleted;
  }

  private static boolean createdHere(AttemptRef attempt, CachedReplica known) {
    return dispatched(attempt, known)
        && known.replica().dispatch().filter(Dispatch::created).isPresent();
  }
}
