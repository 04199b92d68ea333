package io.sluice.hub;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Action;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import java.util.function.UnaryOperator;

/**
 * Gives clusters what they run until their turn, and gives them back what they had
 * (rollout-strategy 3.1, 3.6 and 3.7).
 *
 * <p>No write of it takes a cluster away from its turn: what was dispatched in this attempt, or
 * enforces its version already, is not touched by a first pass, however late that comes.
 */
final class PendingContentWriter {
  private static final String PROVIDE = "provide for clusters";
  private static final String TAKE_BACK = "take a write back";

  private final BatchContext hub;

  PendingContentWriter(BatchContext hub) {
    this.hub = hub;
  }

  BatchAnswer provide(PendingContentBatch provision) {
    return provision.content() == Action.Provide.Content.INFORM
        ? inform(provision.batch())
        : lastSuccessful(provision.batch());
  }

  /** The first pass of mode I. */
  private BatchAnswer inform(Batch batch) {
    AttemptRef attempt = batch.attempt();
    ContentResolver.Found found = hub.contents().version(PROVIDE, attempt);
    return found
        .content()
        .map(
            content ->
                written(
                    batch,
                    content.asInform(),
                    found.generation(),
                    Dispatch.As.PENDING,
                    wish -> wish.sparing(known -> hasItsTurn(attempt, content, known))))
        .orElseGet(() -> hub.batches().refused(batch, found.why()));
  }

  private static boolean hasItsTurn(
      AttemptRef attempt, VersionContent content, CachedReplica known) {
    PolicyVersion version = attempt.version();
    return content.hashOf(known.replica(), version).equals(version.contentHash())
        || dispatched(attempt, known);
  }

  private static boolean dispatched(AttemptRef attempt, CachedReplica known) {
    return known
        .replica()
        .dispatch()
        .filter(given -> given.is(attempt.rolloutUid(), attempt.attempt(), Dispatch.As.DISPATCHED))
        .isPresent();
  }

  /** Mode K: only clusters that stand without any version. */
  private BatchAnswer lastSuccessful(Batch batch) {
    ContentResolver.Found found = hub.contents().lastSuccessful(PROVIDE, batch.attempt());
    return found
        .content()
        .map(
            content ->
                written(
                    batch,
                    content,
                    found.generation(),
                    Dispatch.As.NEWCOMER,
                    wish -> wish.sparing(known -> true)))
        .orElseGet(() -> hub.batches().settled(batch));
  }

  BatchAnswer takeBack(Batch batch) {
    return batch.attempt().informFirst() ? backToInform(batch) : backToLastSuccessful(batch);
  }

  private BatchAnswer backToInform(Batch batch) {
    ContentResolver.Found found = hub.contents().version(TAKE_BACK, batch.attempt());
    return found
        .content()
        .map(
            content ->
                written(
                    batch,
                    content.asInform(),
                    found.generation(),
                    Dispatch.As.TAKEN_BACK,
                    DesiredReplica::overWhatIsThere))
        .orElseGet(() -> hub.batches().refused(batch, found.why()));
  }

  private BatchAnswer backToLastSuccessful(Batch batch) {
    ContentResolver.Found found = hub.contents().lastSuccessful(TAKE_BACK, batch.attempt());
    return found
        .content()
        .map(
            content ->
                written(
                    batch,
                    content,
                    found.generation(),
                    Dispatch.As.TAKEN_BACK,
                    DesiredReplica::overWhatIsThere))
        .orElseGet(() -> hub.batches().answer(batch, name -> backToNothing(batch, name, found)));
  }

  /** Without a former version: what this dispatch made goes, anything else stays as it is. */
  private Batches.Result backToNothing(Batch batch, String cluster, ContentResolver.Found found) {
    AttemptRef attempt = batch.attempt();
    return Batches.Result.of(
        hub.batches()
            .ack(
                attempt,
                cluster,
                hub.read(attempt.policy(), cluster)
                    .map(known -> removed(attempt, known, found))
                    .orElseGet(() -> WriteResult.gone(WriteResult.Kind.UNCHANGED))));
  }

  private WriteResult removed(
      AttemptRef attempt, CachedReplica known, ContentResolver.Found found) {
    boolean madeHere =
        found.never()
            && dispatched(attempt, known)
            && known.replica().dispatch().filter(Dispatch::created).isPresent();
    return madeHere
        ? hub.writer().delete(attempt.policy(), known)
        : WriteResult.refused(
            found.why()
                + (found.never()
                    ? ", and the cluster had the policy before this dispatch: it keeps it"
                    : ", so the cluster keeps what it has"));
  }

  private BatchAnswer written(
      Batch batch,
      VersionContent content,
      long generation,
      Dispatch.As as,
      UnaryOperator<DesiredReplica> but) {
    AttemptRef attempt = batch.attempt();
    DispatchRule stamp = DispatchRule.of(attempt.rolloutUid(), attempt.attempt(), generation, as);
    return hub.batches()
        .answer(
            batch,
            cluster -> {
              DesiredReplica wish = DesiredReplica.of(attempt.policy(), cluster, content, stamp);
              return Batches.Result.of(
                  hub.batches().ack(attempt, cluster, hub.write(but.apply(wish))));
            });
  }
}
