package io.sluice.tools.preview;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.PolicyController;
import io.sluice.control.PolicyPassBuilder;
import io.sluice.control.activation.ActivationPass;
import io.sluice.control.beside.BesideSupport;
import io.sluice.control.beside.OverrideReconciler;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.control.gate.BesideWays;
import io.sluice.control.gate.GatedSupport;
import io.sluice.control.policy.KnownRoot;
import io.sluice.control.policy.PolicyReconciler;
import io.sluice.control.policy.RemovalQuota;
import io.sluice.control.policy.RepairHistories;
import io.sluice.control.policy.RootConditions;
import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.AttendedTime;
import io.sluice.control.rollout.FormerAttemptFinder;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.control.rollout.StandaloneSupport;
import io.sluice.control.run.Absences;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.Occurrence;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.policy.admission.Admission;
import io.sluice.policy.propagation.Targets;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Shows what a worker in mode Standalone would do with the policies of a hub, and changes nothing.
 *
 * <p>It runs the pass of the worker itself ({@link PolicyReconciler}) on the same caches, with a
 * recorder in place of the writer, and {@link RolloutPreview} in place of the runs. Grace periods
 * count as over, and OCM's propagator as stopped.
 */
public final class PolicyPreviewer implements AutoCloseable {
  private final KubernetesClient hub;
  private final HubCaches caches;
  private final RequestPool requests;
  private final Settings settings;
  private final Clock clock;
  private final AttendedTime attended;

  private PolicyPreviewer(KubernetesClient hub, HubCaches caches, Settings settings, Clock clock) {
    this.hub = hub;
    this.caches = caches;
    this.settings = settings;
    this.clock = clock;
    this.requests = new RequestPool(settings.writesInFlight());
    this.attended = AttendedTime.measuredBy(clock, System::nanoTime, () -> true);
  }

  /** Reads the hub; the client stays the caller's. */
  public static PolicyPreviewer start(KubernetesClient hub, Settings settings, Clock clock) {
    return new PolicyPreviewer(
        hub,
        HubCachesBuilder.preview(hub).namespaces(settings.propagatorNamespaces()).start(),
        settings,
        clock);
  }

  /**
   * Returns the attempt of a policy that is open or due, or that its next version would begin, from
   * these objects alone; empty where none can begin.
   */
  public static Optional<PreparedAttempt> attempt(
      KubernetesClient hub, PreviewedFleet fleet, Settings settings, Clock clock) {
    return attempt(hub, fleet, false, settings, clock);
  }

  /** Returns an attempt of all clusters as it would begin now, whatever runs or has run. */
  public static Optional<PreparedAttempt> fresh(
      KubernetesClient hub, PreviewedFleet fleet, Settings settings, Clock clock) {
    return attempt(hub, fleet, true, settings, clock);
  }

  private static Optional<PreparedAttempt> attempt(
      KubernetesClient hub, PreviewedFleet fleet, boolean fresh, Settings settings, Clock clock) {
    Revisions revisions = new Revisions(hub);
    RolloutObjects rollouts = new RolloutObjects(hub, clock);
    PropagatedFleet propagated = PropagatedFleet.of(fleet, clock);
    PropagatedChanges changes = propagated.changes();
    try (EventRecorder unrecorded = EventRecorder.to(event -> {});
        RequestPool requests = new RequestPool(1)) {
      AttemptSupport kept =
          new StandaloneSupport(
              revisions,
              new FormerAttemptFinder(revisions, unrecorded),
              rollouts,
              policy -> UndoneRepairs.NONE);
      AttemptSupport support =
          fleet.context().objects().mode().beside()
              ? new BesideWays(
                  new BesideSupport(
                      changes,
                      new OverrideReconciler(
                          hub,
                          rollouts,
                          requests,
                          unrecorded,
                          new SoakedClusters(policy -> Optional.empty()),
                          changes,
                          OverrideReconciler.SETTLED,
                          clock),
                      rollouts,
                      Optional::empty,
                      clock),
                  new GatedSupport(kept, rollouts, changes))
              : kept;
      return RolloutPreview.prepare(
          fleet.ofFiles() ? new FileAttemptSupport(support) : support,
          propagated,
          fresh,
          settings,
          clock.instant());
    }
  }

  /** Returns every policy that a worker would look at, by namespace and name. */
  public SortedSet<PolicyName> policies() {
    return PolicyController.policies(caches);
  }

  /** Returns whether the hub has that policy. */
  public boolean exists(PolicyName policy) {
    return caches.replicas().root(policy).isPresent();
  }

  /** Returns the number of ManagedClusters. */
  public int clusters() {
    return caches.managedClusters().size();
  }

  /** Returns why a worker would write nothing for now: OCM's propagator runs. */
  public Optional<Problem> propagatorRunning() {
    return new PropagatorGuard(caches::propagatorLeases, clock).problem();
  }

  /** Returns the namespace in which OCM's propagator keeps its Lease, which is its own one. */
  public Optional<String> propagatorNamespace() {
    return caches.propagatorLeases().stream()
        .map(lease -> lease.getMetadata().getNamespace())
        .findFirst();
  }

  /** Returns what a worker would do with one policy. */
  public PolicyPreview preview(PolicyName policy) {
    PolicyContext context = PolicyContext.of(caches.objectsToActOn(policy), clock.instant());
    PolicyPreview.Kind kind = kind(policy, context);
    ReplicaWriteRecorder writes = new ReplicaWriteRecorder(because(kind));
    Queue<Occurrence> events = new ConcurrentLinkedQueue<>();
    Revisions revisions = new Revisions(hub);
    try (EventRecorder recorder = EventRecorder.to(events::add)) {
      RolloutPreview rollouts =
          new RolloutPreview(
              new StandaloneSupport(
                  revisions,
                  new FormerAttemptFinder(revisions, recorder),
                  new RolloutObjects(hub, clock),
                  found -> UndoneRepairs.NONE),
              revisions,
              settings,
              clock);
      new PolicyPassBuilder(hub, caches, requests, recorder, NoticeRules.NONE, clock)
          .standalone(
              writes,
              rollouts,
              ActivationPass.NONE,
              new Absences(Duration.ZERO, attended::countedFrom),
              new RemovalQuota(Integer.MAX_VALUE),
              new RepairHistories())
          .reconcile(policy);
      Optional<Refusal> refusal = refusal(kind, context);
      return new PolicyPreview(
          policy,
          kind,
          context.root().map(root -> context.targets(root.snapshot()).replicas().size()).orElse(0),
          writes.writes(),
          writes.removals(),
          refusal,
          warnings(kind, context, refusal, events),
          rollouts.attempt(),
          context.rolloutStatus().filter(RolloutStatusParser::runOpen).isPresent());
    }
  }

  /** Returns what OCM's propagator would do with the replicas of one policy when it starts. */
  public List<PropagatorWrite> propagated(PolicyName policy) {
    PolicyContext context = PolicyContext.of(caches.objects(policy), clock.instant());
    Set<String> selected =
        context.propagatedTo().<Set<String>>map(Targets::replicas).orElse(Set.of());
    return new PropagatorPlanner(policy, context, caches.replicas().replicas(policy, selected))
        .writes();
  }

  /** Returns all Rollouts. */
  public List<GenericKubernetesResource> rollouts() {
    return caches.rollouts();
  }

  /** Returns the root policies as they are cached: not with all of their content. */
  public List<GenericKubernetesResource> roots() {
    return caches.replicas().roots();
  }

  /** Returns all Placements. */
  public List<GenericKubernetesResource> placements() {
    return caches.all(Kinds.PLACEMENT);
  }

  private PolicyPreview.Kind kind(PolicyName policy, PolicyContext context) {
    boolean stray =
        !caches.mayBeRoot(policy)
            && !KnownRoot.is(context, !caches.replicas().replicas(policy).isEmpty());
    if (stray || context.root().isEmpty()) {
      return PolicyPreview.Kind.STALE;
    }
    if (context.root().get().disabled()) {
      return PolicyPreview.Kind.DISABLED;
    }
    return context.strategy().staged() || context.strategyDropped()
        ? PolicyPreview.Kind.STAGED
        : PolicyPreview.Kind.UNSTAGED;
  }

  private static String because(PolicyPreview.Kind kind) {
    return switch (kind) {
      case STALE -> "it is no replica of a policy on this hub";
      case DISABLED -> "the policy is disabled";
      case STAGED, UNSTAGED -> "no placement selects the cluster";
    };
  }

  private static Optional<Refusal> refusal(PolicyPreview.Kind kind, PolicyContext context) {
    return switch (kind) {
      case STALE, DISABLED -> Optional.empty();
      case UNSTAGED -> context.root().flatMap(RootConditions::refusal);
      case STAGED -> context.acceptance().flatMap(SettingsValidation::refusal);
    };
  }

  /** Returns the warnings that a worker would record as Events, and what OCM's webhook checks. */
  private static List<String> warnings(
      PolicyPreview.Kind kind,
      PolicyContext context,
      Optional<Refusal> refusal,
      Queue<Occurrence> events) {
    Stream<String> recorded =
        events.stream()
            .filter(Occurrence::warning)
            .filter(event -> refusal.filter(found -> reports(event, found)).isEmpty())
            .map(event -> "%s: %s: %s".formatted(event.reason(), event.subject(), event.message()));
    Stream<String> odd =
        context.acceptance().stream()
            .flatMap(settings -> settings.warnings().stream())
            .map(warning -> "%s: %s".formatted(warning.reason(), warning.note()));
    Stream<String> admitted =
        kind == PolicyPreview.Kind.UNSTAGED
            ? context.root().stream().flatMap(PolicyPreviewer::admission)
            : Stream.empty();
    return Stream.of(recorded, odd, admitted).flatMap(found -> found).distinct().toList();
  }

  /** A worker reports a refusal on the policy, for the same reason. */
  private static boolean reports(Occurrence event, Refusal refusal) {
    return event.subject().kind().equals(Kinds.POLICY.getKind())
        && event.reason().equals(refusal.reason());
  }

  private static Stream<String> admission(RootPolicy root) {
    return Admission.ofPolicy(root.name(), root.snapshot(), Admission.Operation.CREATE).stream()
        .map(problem -> Problem.message(problem.reason(), List.of(problem)));
  }

  @Override
  public void close() {
    caches.close();
    requests.close();
    attended.close();
  }
}
