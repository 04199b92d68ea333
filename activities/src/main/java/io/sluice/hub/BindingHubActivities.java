package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.UserView;
import io.sluice.hub.approval.RememberedGuard;
import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.batch.HeartbeatSender;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.status.Claim;
import io.sluice.hub.template.BindingContext;
import io.sluice.hub.template.BindingReader;
import io.sluice.hub.template.BindingRollouts;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action.Provide.Content;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Report;
import io.sluice.template.WorkExecutor;
import io.sluice.template.work.DesiredWork;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Implements the activities of a rollout for the binding of a template: its versions are activated
 * intents, and what a cluster has is its Work (lazy-activation 3).
 */
public final class BindingHubActivities implements HubActivities {
  private static final String LOST_CONTENT =
      "the activated content is kept on no cluster any more. Activate the template, for example by a change of a label";

  private final BindingReader reader;
  private final BindingRollouts rollouts;
  private final BindingBatches batches;
  private final DependencyTurns turns;
  private final RequestPool pool;
  private final Supplier<HeartbeatSender> heartbeats;
  private final BatchLimits limits;
  private final Clock clock;

  /**
   * Connects the activities with a hub.
   *
   * @param clusters all ManagedClusters, as this process last saw them
   * @param executor what applies Works inside the members
   * @param view what the user owns of a template
   * @param pool shared by all writers of the process
   * @param notices whom to tell of what changes
   */
  public BindingHubActivities(
      KubernetesClient client,
      Supplier<List<GenericKubernetesResource>> clusters,
      WorkExecutor executor,
      UserView view,
      RequestPool pool,
      EventRecorder events,
      NoticeRules notices,
      Clock clock) {
    this.heartbeats = HeartbeatSender::ofActivity;
    this.limits = BatchLimits.DEFAULT;
    this.pool = requireNonNull(pool, "pool is null");
    this.clock = requireNonNull(clock, "clock is null");
    KubernetesClient limited = limits.limited(client);
    this.reader =
        new BindingReader(limited, clusters, view, RememberedGuard.of(limited, clock), clock);
    this.rollouts =
        new BindingRollouts(
            client, new RolloutObjects(client, events, clock).with(notices), events, clock);
    this.batches = new BindingBatches(limited, executor, clock);
    this.turns = new DependencyTurns(limited);
  }

  private static BindingName name(AttemptRef attempt) {
    if (attempt.policy() instanceof BindingName name) {
      return name;
    }
    throw new IllegalStateException(attempt.policy() + " is no binding");
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return rollouts.claim(attempt);
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    return reader.read(name(attempt)).view(attempt);
  }

  /** Reads the binding for a write, which only the attempt that holds the object may make. */
  private BindingContext owned(String doing, AttemptRef attempt) {
    BindingContext context = reader.read(name(attempt));
    if (Claim.of(attempt, context.rollout()) != HubSnapshot.ClaimState.HELD) {
      throw Claim.lost(doing, attempt, Claim.whyLost(attempt, context.rollout()));
    }
    return context;
  }

  /** Does the work on the clusters that are selected now. */
  private BatchAnswer bounded(String doing, Batch batch, ClusterWork work) {
    return bounded(doing, batch, context -> {}, work);
  }

  private BatchAnswer bounded(
      String doing, Batch batch, Consumer<BindingContext> first, ClusterWork work) {
    AtomicReference<Predicate<String>> selected = new AtomicReference<>(cluster -> true);
    return begin(batch, selected)
        .bounded(
            run -> {
              BindingContext context = owned(doing, batch.attempt());
              if (!context.version().equals(Optional.of(batch.attempt().version()))) {
                return run.notTried();
              }
              selected.set(context.clusters().target()::contains);
              first.accept(context);
              return run.answer(cluster -> work.of(run, context, cluster));
            });
  }

  private BatchRun begin(Batch batch, AtomicReference<Predicate<String>> selected) {
    return new BatchRun(
        batch, limits, pool, cluster -> selected.get().test(cluster), heartbeats.get(), clock);
  }

  /** Does something with one cluster. */
  private interface ClusterWork {
    Batches.Result of(BatchRun run, BindingContext context, String cluster);
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return bounded(
        "dispatch", batch, context -> turns.mark(context, batch.clusters()), this::dispatch);
  }

  private Batches.Result dispatch(BatchRun run, BindingContext context, String cluster) {
    if (!turns.arrived(context, cluster)) {
      return Batches.Result.of(Optional.empty());
    }
    return context
        .clusters()
        .active(cluster)
        .map(desired -> batches.write(run, context, desired, Dispatch.As.DISPATCHED, false))
        .orElseGet(() -> refused(cluster, LOST_CONTENT));
  }

  private Batches.Result refused(String cluster, String why) {
    return Batches.Result.of(Optional.of(Ack.refused(cluster, clock.instant(), why)));
  }

  /** Clusters that have nothing get what succeeded last; there is no inform. */
  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    if (pending.content() != Content.LAST_SUCCESSFUL) {
      throw new IllegalStateException("a Work does not inform");
    }
    return bounded(
        "provide",
        pending.batch(),
        (run, context, cluster) ->
            context
                .clusters()
                .former(cluster)
                .map(former -> batches.write(run, context, former, Dispatch.As.NEWCOMER, true))
                .map(result -> Batches.Result.of(result.ack()))
                .orElseGet(
                    () ->
                        Batches.Result.of(Optional.of(Ack.written(cluster, clock.instant(), 0)))));
  }

  /** Without a Work that holds the former content, the cluster keeps what it has. */
  @Override
  public BatchAnswer takeBack(Batch batch) {
    return bounded(
        "take back",
        batch,
        (run, context, cluster) -> {
          Optional<DesiredWork> former = context.clusters().former(cluster);
          return former
              .map(work -> batches.write(run, context, work, Dispatch.As.TAKEN_BACK, false))
              .map(result -> Batches.Result.of(result.ack()))
              .orElseGet(
                  () ->
                      refused(
                          cluster, "no Work holds the former content, so the cluster keeps its"));
        });
  }

  /** Fails unless every cluster was read: a verdict needs an observation. */
  @Override
  public LookAnswer look(Batch batch) {
    try (BatchRun run = begin(batch, new AtomicReference<>(cluster -> true))) {
      BindingContext context = reader.read(name(batch.attempt()));
      List<Optional<Report>> reports =
          run.read(
              cluster ->
                  context
                      .clusters()
                      .report(cluster, batches.read(context, cluster), clock.instant()));
      run.checkHeartbeat();
      long missing = reports.stream().filter(Optional::isEmpty).count();
      if (missing > 0) {
        throw HubException.incomplete(
            "look at the clusters of binding " + batch.attempt().policy(), missing, reports.size());
      }
      return new LookAnswer(reports.stream().flatMap(Optional::stream).toList());
    }
  }

  @Override
  public void publish(StatusUpdate update) {
    rollouts.publish(update, reader.read(name(update.attempt())));
  }
}
