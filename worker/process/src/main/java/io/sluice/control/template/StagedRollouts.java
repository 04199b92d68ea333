package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.UserView;
import io.sluice.control.rollout.AttemptStarter;
import io.sluice.control.rollout.AttendedTime;
import io.sluice.control.run.Absences;
import io.sluice.control.run.LiveClusters;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.RunLiveness;
import io.sluice.control.run.Runs;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.template.BindingContext;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.BindingReader;
import io.sluice.hub.template.BindingRollouts;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.status.NewcomerApprovals;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.RolloutStanding;
import io.sluice.template.work.SettledIntent;
import io.sluice.template.work.StagedProgress;
import io.sluice.template.work.VanishedWork;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rolls out bindings with a rollout strategy: keeps their Rollout objects, starts their attempts,
 * and notifies the runs (lazy-activation 3).
 */
public final class StagedRollouts implements AutoCloseable {
  private final KarmadaCaches caches;
  private final BindingRollouts objects;
  private final AttemptStarter attempts;
  private final StagedNotifier notifier;
  private final StagedRunMonitor monitor;
  private final AttendedTime attended;
  private final VanishedWorks vanished = new VanishedWorks();
  private final String namespace;
  private final UserView view;
  private final Clock clock;

  /**
   * Creates it; the controller that gets it starts and closes it.
   *
   * @param client may write for as long as this process leads
   * @param notices whom to tell of what changes
   * @param view what the user owns of a template
   */
  public StagedRollouts(
      KubernetesClient client,
      KarmadaCaches caches,
      Runs runs,
      EventRecorder events,
      NoticeRules notices,
      StagedSettings settings,
      UserView view,
      ProcessTime time) {
    this.caches = requireNonNull(caches, "caches is null");
    this.clock = time.clock();
    RolloutObjects rollouts = new RolloutObjects(client, events, clock).with(notices);
    this.objects = new BindingRollouts(client, rollouts, events, clock);
    this.attended = AttendedTime.start(time, caches::watching);
    this.notifier =
        new StagedNotifier(
            runs,
            new Absences(settings.removalGrace(), attended::countedFrom),
            new LiveBindings(
                new BindingReader(client, caches::clusters, view, ApprovalGuard.UNASKED, clock),
                new LiveClusters(new HubApi(client), cluster -> managed(caches, cluster))));
    this.namespace = settings.namespace();
    OrphanedRuns orphans = new OrphanedRuns(runs);
    this.monitor = new StagedRunMonitor(caches, runs, orphans, namespace, time);
    this.attempts =
        new AttemptStarter(
            runs,
            events,
            rollouts,
            new RunLiveness(runs, attended::countedFrom),
            orphans,
            settings.attempts());
    this.view = requireNonNull(view, "view is null");
  }

  private static boolean managed(KarmadaCaches caches, String cluster) {
    return caches.clusters().stream()
        .anyMatch(found -> found.getMetadata().getName().equals(cluster));
  }

  /** Starts to look for runs that nothing names any more. */
  void start() {
    monitor.start();
  }

  /**
   * Says how far a rollout has come.
   *
   * @param newcomer marks the Work of a cluster that joins after the end
   * @param again after which time to look again, whatever happens
   */
  record Result(StagedProgress progress, Optional<Dispatch> newcomer, Optional<Duration> again) {

    /** Returns the mark of a Work that is created: one that comes back keeps its own. */
    Optional<Dispatch> mark(DesiredWork work) {
      return Optional.ofNullable(progress.vanished().get(work.cluster()))
          .filter(gone -> gone.revision().equals(work.revision()))
          .map(VanishedWork::dispatch)
          .orElse(newcomer);
    }
  }

  private BindingName name(BindingState state) {
    return BindingName.of(state.namespace(), state.name(), namespace);
  }

  private BindingContext context(GenericKubernetesResource binding) {
    return BindingContext.of(
        caches.objects(name(BindingParser.parse(binding)), binding), view, clock.instant());
  }

  /** Returns whether a rollout of this binding has not succeeded yet. */
  boolean moving(GenericKubernetesResource binding) {
    return moving(context(binding));
  }

  private static boolean moving(BindingContext context) {
    return context.staged() && context.standing() != RolloutStanding.SUCCEEDED;
  }

  /**
   * Returns the clusters that need what a workload mounts while its rollout has not succeeded:
   * those with a Work of the workload, and those whose turn has come. Empty without such a rollout:
   * then all its clusters need it.
   */
  Optional<List<String>> reached(BindingState workload) {
    if (workload.strategy().isEmpty()) {
      return Optional.empty();
    }
    return caches
        .find(KarmadaKinds.binding(workload.namespace()), name(workload).bindingKey())
        .map(this::context)
        .filter(StagedRollouts::moving)
        .map(
            context ->
                Stream.concat(
                        context.clusters().works().keySet().stream(), workload.turn().stream())
                    .distinct()
                    .sorted(ByteOrder.NAMES)
                    .toList());
  }

  /**
   * Creates the Rollout object of a binding without a strategy before an activation gives it one:
   * what every cluster has by now counts as what succeeded last.
   */
  void begin(GenericKubernetesResource former) {
    BindingContext context = context(former);
    boolean absent = context.rollout().isEmpty();
    if (absent && !context.staged()) {
      context
          .state()
          .flatMap(SettledIntent::of)
          .ifPresent(
              settled ->
                  objects.create(
                      context.name(),
                      former,
                      context.clusters().highestAttempt(),
                      Optional.of(settled)));
    }
  }

  /**
   * Looks after the rollout of a binding; without a strategy there is none, and its Works are not
   * looked at.
   *
   * @param state of that binding
   * @return how far it has come; empty when every cluster gets the template at once
   */
  Optional<Result> reconcile(GenericKubernetesResource binding, BindingState state) {
    if (state.deleting() || state.strategy().isEmpty()) {
      remove(state);
      return Optional.empty();
    }
    BindingContext context = context(binding);
    String uid = binding.getMetadata().getUid();
    Optional<GenericKubernetesResource> rollout = context.rollout();
    if (rollout.filter(found -> BindingRollouts.stale(found, uid)).isPresent()) {
      withdraw(context.name(), rollout.get());
      return Optional.of(underWay(context));
    }
    if (rollout.filter(HubObjects::deleting).isPresent()) {
      Instant now = clock.instant();
      Optional<Instant> again =
          context
              .record()
              .filter(RolloutRecord::runOpen)
              .flatMap(open -> notifier.update(context, open, now));
      return Optional.of(underWay(context, again.map(at -> until(at, now))));
    }
    if (rollout.isEmpty()) {
      objects.create(
          context.name(), binding, context.clusters().highestAttempt(), Optional.empty());
      return Optional.of(underWay(context));
    }
    if (!RolloutStatusTree.status(rollout.get()).containsKey("attempt")) {
      objects.begun(rollout.get(), context.clusters().highestAttempt(), Optional.empty());
      return Optional.of(underWay(context));
    }
    return Optional.of(attend(context));
  }

  /** The event of the changed object reconciles the binding again. */
  private static Result underWay(BindingContext context) {
    return underWay(context, Optional.empty());
  }

  private static Result underWay(BindingContext context, Optional<Duration> again) {
    return new Result(
        new StagedProgress(RolloutStanding.UNDER_WAY, context.settled(), Map.of(), Set.of()),
        Optional.empty(),
        again);
  }

  private Result attend(BindingContext context) {
    Instant now = clock.instant();
    AttemptStarter.Decided decided = attempts.decide(new BindingTarget(context), now);
    Optional<RolloutRecord> open = context.record().filter(RolloutRecord::runOpen);
    Map<String, VanishedWork> gone = vanished(context);
    Optional<NewcomerApprovals.Waiting> unapproved = context.unapproved(gone.keySet());
    Optional<Instant> more = Optional.empty();
    if (open.isPresent()) {
      more = notifier.update(context, open.get(), now);
    } else {
      notifier.forget(context.name());
      objects.writeIdle(context, decided.input(), decided.due(), unapproved);
    }
    return new Result(
        new StagedProgress(
            context.standing(),
            context.settled(),
            gone,
            unapproved.map(NewcomerApprovals.Waiting::clusters).orElse(Set.of())),
        context.newcomer(now),
        Stream.of(decided.again(), more, unapproved.flatMap(NewcomerApprovals.Waiting::next))
            .flatMap(Optional::stream)
            .min(Comparator.naturalOrder())
            .map(at -> until(at, now)));
  }

  /**
   * Returns the Works that vanished: after a success only those of its target, before that those of
   * any cluster, as a halted rollout takes nothing away.
   */
  private Map<String, VanishedWork> vanished(BindingContext context) {
    Set<String> selected =
        context.standing() == RolloutStanding.SUCCEEDED
            ? Set.copyOf(context.clusters().target())
            : caches.inventory().keySet();
    return vanished.missing(context.name(), selected, context.clusters().works());
  }

  private static Duration until(Instant at, Instant now) {
    return at.isBefore(now) ? Duration.ZERO : Duration.between(now, at);
  }

  /** Ends the rollout of a binding that is gone, or that no rollout carries any more. */
  void remove(BindingState binding) {
    BindingName name = name(binding);
    caches
        .find(Kinds.ROLLOUT, name.namespace() + "/" + name.rolloutName())
        .ifPresent(rollout -> withdraw(name, rollout));
  }

  private void withdraw(BindingName name, GenericKubernetesResource rollout) {
    objects.delete(rollout);
    vanished.forget(name);
    attempts.forget(name);
    notifier.withdrawn(name);
    monitor.withdrawn(name);
  }

  @Override
  public void close() {
    attended.close();
    monitor.close();
  }
}
