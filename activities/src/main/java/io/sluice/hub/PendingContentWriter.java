package io.sluice.hub;

import io.sluice.gate.FormerContent;
import io.sluice.hub.ContentResolver.Found;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
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
import java.util.concurrent.atomic.AtomicBoolean;
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
    return batches.bounded(
        pending.batch(),
        run ->
            switch (pending.content()) {
              case INFORM -> inform(run);
              case LAST_SUCCESSFUL -> lastSuccessful(run);
            });
  }

  private BatchAnswer inform(BatchRun run) {
    AttemptRef attempt = run.batch().attempt();
    Found version = contents.version(PROVIDE, attempt);
    return write(
        run,
        version.asInform(),
        Dispatch.As.PENDING,
        desired -> desired.sparing(known -> hadItsTurn(attempt, version, known)),
        () -> run.refused(version.why()));
  }

  /** Only clusters without any replica get it. */
  private BatchAnswer lastSuccessful(BatchRun run) {
    return write(
        run,
        contents.lastSuccessful(PROVIDE, run.batch().attempt()),
        Dispatch.As.NEWCOMER,
        desired -> desired.sparing(known -> true),
        run::settled);
  }

  BatchAnswer takeBack(Batch batch) {
    return batches.bounded(
        batch, run -> batch.attempt().informFirst() ? backToInform(run) : backToFormer(run));
  }

  private BatchAnswer backToInform(BatchRun run) {
    Found version = contents.version(TAKE_BACK, run.batch().attempt());
    return write(
        run,
        version.asInform(),
        Dispatch.As.TAKEN_BACK,
        DesiredReplica::onlyExisting,
        () -> run.refused(version.why()));
  }

  private BatchAnswer backToFormer(BatchRun run) {
    AttemptRef attempt = run.batch().attempt();
    Found former = contents.lastSuccessful(TAKE_BACK, attempt);
    return write(
        run,
        former,
        Dispatch.As.TAKEN_BACK,
        DesiredReplica::onlyExisting,
        () ->
            run.answer(
                cluster ->
                    Batches.Result.of(
                        batches.ack(attempt, cluster, removed(run, cluster, former)))));
  }

  /** Writes the content to each cluster of the batch; without content, returns the other answer. */
  private BatchAnswer write(
      BatchRun run,
      Found found,
      Dispatch.As as,
      UnaryOperator<DesiredReplica> restriction,
      Supplier<BatchAnswer> withoutContent) {
    if (found.content().isEmpty()) {
      return withoutContent.get();
    }
    if (found.content().get().renderedByPropagator()) {
      return run.refused(FormerContent.UNAVAILABLE);
    }
    AttemptRef attempt = run.batch().attempt();
    DispatchRule rule =
        DispatchRule.of(attempt.rolloutUid(), attempt.attempt(), found.generation(), as);
    return run.answer(
        cluster -> {
          DesiredReplica desired =
              DesiredReplica.of(attempt.policyName(), cluster, found.content().get(), rule);
          return Batches.Result.of(
              batches.ack(attempt, cluster, batches.write(run, restriction.apply(desired))));
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
  private WriteResult removed(BatchRun run, String cluster, Found former) {
    AttemptRef attempt = run.batch().attempt();
    if (!former.never()) {
      return WriteResult.refused(former.why() + ", so the cluster keeps what it has");
    }
    AtomicBoolean createdHere = new AtomicBoolean(true);
    WriteResult deleted =
        batches.delete(
            run,
            cluster,
            known -> {
              createdHere.set(createdHere(attempt, known));
              return createdHere.get();
            });
    return createdHere.get()
        ? deleted
        : WriteResult.refused(
            former.why() + ", and the cluster had the policy before this dispatch: it keeps it");
  }

  private static boolean createdHere(AttemptRef attempt, CachedReplica known) {
    return dispatched(attempt, known)
        && known.replica().dispatch().filter(Dispatch::created).isPresent();
  }
}
