package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.RefusalReason;
import io.sluice.hub.template.BindingContext;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.hub.template.WorkParser;
import io.sluice.hub.template.WorkWriter;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Ack;
import io.sluice.template.WorkExecutor;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.WorkName;
import io.sluice.template.work.WorkState;
import io.sluice.workflow.AttemptRef;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the Works of clusters for an attempt, each over what stands now (lazy-activation 3). */
final class BindingBatches {
  private final HubApi hub;
  private final WorkWriter writer;
  private final Clock clock;

  BindingBatches(KubernetesClient client, WorkExecutor executor, Clock clock) {
    this.hub = new HubApi(client);
    this.writer = new WorkWriter(client, executor);
    this.clock = clock;
  }

  /**
   * Writes a Work, unless its cluster has that version already: then its verdict comes back.
   *
   * @param as why the cluster gets it
   * @param keeps whether a Work that stands is left as it is, whatever it holds
   */
  Batches.Result write(
      BatchRun run, BindingContext context, DesiredWork desired, Dispatch.As as, boolean keeps) {
    String doing = "write Work %s/%s".formatted(desired.namespace(), desired.name());
    return ConflictRetry.write(
        doing,
        "update",
        Kinds.resource(KarmadaKinds.WORK),
        () -> {
          Optional<GenericKubernetesResource> present = read(desired.namespace(), desired.name());
          if (present.filter(BindingBatches::deleting).isPresent()) {
            return Optional.of(Batches.Result.of(Optional.empty()));
          }
          Optional<WorkState> before = present.map(WorkParser::parse);
          if (before.isPresent() && (keeps || WorkWriter.stands(present.get(), desired))) {
            return Optional.of(unchanged(run.batch().attempt(), context, before.get()));
          }
          return Optional.of(
              Batches.Result.of(Optional.of(written(run, desired, as, present, before))));
        });
  }

  private static boolean deleting(GenericKubernetesResource work) {
    return HubObjects.deleting(work);
  }

  private Optional<GenericKubernetesResource> read(String namespace, String name) {
    return hub.get(KarmadaKinds.WORK, namespace, name);
  }

  /** Reads the Work of a cluster from the hub; one that is being deleted is gone. */
  Optional<WorkState> read(BindingContext context, String cluster) {
    return context
        .state()
        .flatMap(binding -> read(WorkName.namespace(cluster), WorkName.of(binding.resource())))
        .filter(work -> !deleting(work))
        .map(WorkParser::parse);
  }

  private Batches.Result unchanged(AttemptRef attempt, BindingContext context, WorkState work) {
    Instant now = clock.instant();
    Optional<Dispatch> own =
        work.dispatch()
            .filter(given -> given.attempt() == attempt.attempt())
            .filter(given -> given.rolloutUid().equals(attempt.rolloutUid()));
    Ack ack =
        Ack.written(
            work.cluster(),
            own.map(Dispatch::at).orElse(now),
            work.dispatch().map(Dispatch::attempt).orElse(0L));
    return new Batches.Result(
        Optional.of(ack),
        Optional.of(context.clusters().report(work.cluster(), Optional.of(work), now)));
  }

  private Ack written(
      BatchRun run,
      DesiredWork desired,
      Dispatch.As as,
      Optional<GenericKubernetesResource> present,
      Optional<WorkState> before) {
    AttemptRef attempt = run.batch().attempt();
    Instant now = clock.instant();
    Instant at = Optional.ofNullable(run.batch().dispatchedAt().get(desired.cluster())).orElse(now);
    long former = before.map(WorkState::templateGeneration).orElse(0L);
    Dispatch dispatch =
        new Dispatch(
            attempt.rolloutUid(),
            attempt.attempt(),
            attempt.version().generation(),
            as,
            at,
            now,
            Map.of(WorkState.GENERATION, List.of(Long.toString(former))),
            Map.of(),
            List.of(),
            as == Dispatch.As.DISPATCHED ? attempt.version().contentHash() : "",
            "",
            before.isEmpty());
    try {
      writer.write(present, desired.with(Dispatch.ANNOTATION, HubObjects.json(dispatch)));
      return Ack.written(desired.cluster(), at, attempt.attempt());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        throw e;
      }
      return Ack.refused(desired.cluster(), now, refusal(e));
    }
  }

  /** Separates a cluster's write that the hub rejects from a hub that fails. */
  private static String refusal(KubernetesClientException cause) {
    return RefusalReason.of("update", cause)
        .orElseThrow(() -> HubException.of("write a Work", "update", KarmadaKinds.WORK, cause));
  }
}
