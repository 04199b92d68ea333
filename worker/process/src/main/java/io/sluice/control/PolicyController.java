package io.sluice.control;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.beside.OverrideRelease;
import io.sluice.control.beside.OverrideReconciler;
import io.sluice.control.cache.EventRouter;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.policy.PolicySetReconciler;
import io.sluice.control.policy.RemovalQuota;
import io.sluice.control.policy.RepairHistories;
import io.sluice.control.policy.RootStatusReconciler;
import io.sluice.control.queue.LargeKeys;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.control.queue.WriterMonitor;
import io.sluice.control.rollout.AttemptSettings;
import io.sluice.control.rollout.AttemptStarter;
import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.AttendedTime;
import io.sluice.control.rollout.PolicyPass;
import io.sluice.control.rollout.RolloutReconciler;
import io.sluice.control.rollout.RunNotifier;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.control.rollout.VerdictSender;
import io.sluice.control.run.Absences;
import io.sluice.control.run.FleetNotifier;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.RunLister;
import io.sluice.control.run.RunLiveness;
import io.sluice.control.run.Runs;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.PolicyStatusWriter;
import io.sluice.hub.write.ReplicaStatusPublisher;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.pace.Pace;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.policy.evidence.Evidence;
import io.sluice.process.metrics.TermMetrics;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs the reconcilers on the caches of one process, while the process leads.
 *
 * <p>At its start it reconciles every policy once, from then on those that an event concerns.
 */
public final class PolicyController implements AutoCloseable, EventRouter.ChangeHandler {
  private static final int WORKERS = 4;
  private static final Duration WRITER_CHECK_EVERY = Duration.ofSeconds(1);

  /** Collects the reports of many clusters into one computation of a set's status. */
  private static final Duration POLICY_SET_DELAY = Duration.ofSeconds(1);

  /** Collects the events of many writes of one pass into the next one. */
  private static final Duration REPLICA_DELAY = Duration.ofMillis(200);

  /**
   * Collects changes while a run is open: the run itself changes replicas all the time, and only
   * what others do to them needs a signal, or a repair.
   */
  private static final Pace RUN_PASSES =
      Pace.between(Duration.ofSeconds(2), Duration.ofSeconds(10));

  /** Passes over a large fleet take long: they get at most one part in this many of the time. */
  private static final int PASS_SHARE = 40;

  /** Collects the reports of clusters that failed into one pass. */
  private static final Duration RECOVERY_DELAY = Duration.ofSeconds(2);

  private final HubCaches caches;
  private final EventRouter events;
  private final VerdictSender verdicts;
  private final Clock clock;
  private final TermMetrics metrics;
  private final Map<PolicyName, Duration> runDelays = new ConcurrentHashMap<>();
  private final AttendedTime attended;
  private final WriterMonitor propagator;
  private final Runs runs;
  private final OrphanedRuns orphans;
  private final PolicyPass reconciler;
  private final Optional<ReplicaStatusPublisher> replicaStatuses;
  private final RootStatusReconciler rootStatusReconciler;
  private final PolicySetReconciler policySetReconciler;
  private final RunNotifier runNotifier;
  private final LargeKeys<PolicyName> large;
  private final WorkQueue<PolicyName> policies;
  private final WorkQueue<PolicyName> openRuns;
  private final RunLister<PolicyName> runLister;
  private final WorkQueue<PolicyName> rootStatuses;

  /** By namespace. */
  private final WorkQueue<String> policySets;

  /**
   * Creates a controller; {@link #start()} starts it.
   *
   * @param events routes the events of the caches
   * @param runs of this hub
   * @param recorder records Events for people
   */
  public PolicyController(
      KubernetesClient hub,
      HubCaches caches,
      EventRouter events,
      Runs runs,
      RequestPool requests,
      EventRecorder recorder,
      Settings settings,
      ProcessTime time) {
    this.caches = caches;
    this.events = events;
    this.clock = time.clock();
    this.metrics =
        new TermMetrics(
            caches.replicas(),
            caches::rollouts,
            caches.mode() == HubMode.STANDALONE,
            caches.tickets(),
            policy -> soak(policy, settings.soakFloor()),
            clock);
    this.attended = AttendedTime.start(time, caches.informers()::watching);
    Absences absences = new Absences(settings.removalGrace(), attended::countedFrom);
    Evidence evidence = new Evidence(settings.skew());
    this.runs = runs;
    this.orphans = new OrphanedRuns(runs);
    this.verdicts =
        new VerdictSender(
            runs,
            caches.view(),
            caches.changes(),
            evidence,
            this::available,
            attended::since,
            metrics::nextWrite,
            time);
    SoakedClusters soaked = new SoakedClusters(runs::ledger);
    PolicyPassBuilder passes = new PolicyPassBuilder(hub, caches, requests, recorder, clock);
    OverrideReconciler overrides = passes.overrides(soaked);
    RepairHistories histories = new RepairHistories();
    AttemptSupport support = passes.support(overrides, histories);
    this.runNotifier =
        new RunNotifier(
            caches,
            support,
            runs,
            orphans,
            verdicts,
            new FleetNotifier(runs, absences),
            passes.live(),
            soaked,
            this::queuePolicy,
            clock);
    RolloutObjects objects = new RolloutObjects(hub, recorder, clock);
    AttemptStarter starter =
        new AttemptStarter(
            runs,
            recorder,
            objects,
            new RunLiveness(runs, attended::countedFrom),
            orphans,
            AttemptSettings.of(settings));
    RolloutReconciler rollouts =
        new RolloutReconciler(
            caches,
            support,
            objects,
            new RetirementWriter(hub, clock),
            starter,
            orphans,
            evidence,
            clock);
    this.reconciler =
        caches.mode() == HubMode.BESIDE
            ? passes.beside(rollouts, overrides, histories)
            : passes.standalone(
                new ReplicaWriter(hub, clock, caches.propagator()),
                rollouts,
                passes.activator(),
                absences,
                new RemovalQuota(RemovalQuota.PER_MINUTE),
                histories);
    this.replicaStatuses =
        settings.replicaRolloutStatus()
            ? Optional.of(new ReplicaStatusPublisher(hub, caches.propagator()))
            : Optional.empty();
    this.rootStatusReconciler =
        new RootStatusReconciler(
            caches,
            new PolicyStatusWriter(hub, Kinds.POLICY, clock),
            evidence,
            settings.rootStatusEvery(),
            settings.rootStatusLimit(),
            replicaStatuses,
            histories,
            recorder,
            clock);
    this.policySetReconciler =
        new PolicySetReconciler(
            caches, new PolicyStatusWriter(hub, Kinds.POLICY_SET, clock), recorder, clock);
    this.propagator =
        new WriterMonitor(
            "propagator",
            WRITER_CHECK_EVERY,
            () ->
                caches
                    .propagator()
                    .problem()
                    .map(
                        problem ->
                            problem.reason()
                                + ": "
                                + Problem.message("nothing is written", List.of(problem))),
            "OCM's propagator does not run any more: replicas are written again",
            this::reconcileAll,
            time);
    this.large = new LargeKeys<>(time, "large-policies", caches::large);
    this.policies = new WorkQueue<>(time, "policies", WORKERS, this::reconcilePolicy, large);
    this.openRuns = new WorkQueue<>(time, "runs", WORKERS, this::reconcileRun, large);
    this.runLister =
        new RunLister<>(runs, orphans, PolicyName::ofPath, openRuns::add, "run-list", time);
    this.rootStatuses =
        new WorkQueue<>(time, "root-status", WORKERS, this::reconcileRootStatus, large);
    this.policySets = new WorkQueue<>(time, "policy-sets", 1, this::reconcilePolicySets);
  }

  private void reconcilePolicy(PolicyName policy) {
    Instant begun = clock.instant();
    try {
      addAt(policies, policy, reconciler.reconcile(policy));
      runDelays.put(policy, RUN_PASSES.share(Duration.between(begun, clock.instant()), PASS_SHARE));
    } catch (RuntimeException e) {
      metrics.failed(policy);
      throw e;
    }
  }

  /** Returns the metrics of the policies and their rollouts in this term. */
  public List<MetricSnapshot> metrics() {
    return metrics.snapshots();
  }

  /** Returns what is measured of its queues. */
  public List<QueueStatistics> queues() {
    return List.of(
        policies.statistics(),
        openRuns.statistics(),
        runLister.statistics(),
        rootStatuses.statistics(),
        policySets.statistics(),
        verdicts.statistics());
  }

  private Optional<Duration> soak(PolicyName policy, Duration floor) {
    return PolicyContext.of(caches.objects(policy), clock.instant())
        .acceptance()
        .flatMap(SettingsValidation::strategy)
        .map(Strategy::minSuccessTime)
        .map(soak -> soak.compareTo(floor) > 0 ? soak : floor);
  }

  @Override
  public void rolloutChanged(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    metrics.rolloutChanged(former, present);
  }

  /** Returns how many objects the last metrics have left out, by the name of their kind. */
  public Map<String, Integer> unmeasured() {
    return metrics.unmeasured();
  }

  private void queuePolicy(PolicyName policy) {
    policies.add(policy);
  }

  private void reconcileRun(PolicyName policy) {
    addAt(openRuns, policy, runNotifier.reconcile(policy));
  }

  private void reconcileRootStatus(PolicyName policy) {
    if (caches.mayBeRoot(policy) && writesStatuses()) {
      addAt(rootStatuses, policy, rootStatusReconciler.reconcile(policy));
    }
  }

  private void reconcilePolicySets(String namespace) {
    if (writesStatuses()) {
      addAt(policySets, namespace, policySetReconciler.reconcile(namespace));
    }
  }

  /** Returns whether Sluice writes the statuses: while OCM's propagator runs, that writes them. */
  private boolean writesStatuses() {
    return caches.mode() == HubMode.STANDALONE && caches.propagator().free();
  }

  private <K> void addAt(WorkQueue<K> queue, K key, Optional<Instant> at) {
    at.map(instant -> Duration.between(clock.instant(), instant))
        .ifPresent(delay -> queue.addAfter(key, delay.isNegative() ? Duration.ZERO : delay));
  }

  /** Starts to handle events, and reconciles everything once. */
  public PolicyController start() {
    events.attach(this);
    reconcileAll();
    propagator.start();
    return this;
  }

  /** Returns every policy that a pass concerns, by namespace and name. */
  public static SortedSet<PolicyName> policies(HubCaches caches) {
    SortedSet<PolicyName> all = new TreeSet<>(PolicyName.ORDER);
    caches.replicas().roots().stream()
        .map(GenericKubernetesResource::getMetadata)
        .forEach(meta -> all.add(new PolicyName(meta.getNamespace(), meta.getName())));
    all.addAll(caches.replicas().policiesWithReplicas());
    all.addAll(caches.replicas().strays());
    caches.rollouts().stream()
        .map(GenericKubernetesResource::getMetadata)
        .forEach(
            meta -> PolicyName.ofRollout(meta.getNamespace(), meta.getName()).ifPresent(all::add));
    return all;
  }

  /** Has everything reconciled soon. */
  public void reconcileAll() {
    Set<PolicyName> all = policies(caches);
    all.forEach(this::policyChanged);
    all.forEach(this::statusChanged);
    runLister.start();
    caches.policySets().forEach(set -> policySets.add(set.getMetadata().getNamespace()));
  }

  private boolean available(String cluster) {
    return !Reachability.unreachable(caches.managedCluster(cluster));
  }

  @Override
  public HubCaches caches() {
    return caches;
  }

  @Override
  public void policyChanged(PolicyName policy) {
    policies.add(policy);
    openRuns.add(policy);
  }

  @Override
  public void replicaContentChanged(PolicyName policy) {
    boolean runOpen = caches.rollout(policy).filter(RolloutStatusTree::open).isPresent();
    Duration runDelay = runDelay(policy);
    policies.addAfter(policy, runOpen ? runDelay : REPLICA_DELAY);
    openRuns.addAfter(policy, runDelay);
  }

  /**
   * A policy that releases each cluster by itself does so by what the status shows. Any other needs
   * no pass: its next one comes by itself, every 15 s while a run is open.
   */
  @Override
  public void progressPublished(PolicyName policy) {
    if (releasesEachCluster(policy)) {
      policyChanged(policy);
    } else if (runNotifier.behind(policy)) {
      openRuns.addAfter(policy, runDelay(policy));
    }
    statusChanged(policy);
  }

  private boolean releasesEachCluster(PolicyName policy) {
    return caches.mode().beside()
        && caches
            .rollout(policy)
            .map(RolloutSpecReader::of)
            .map(RolloutSpecReader::release)
            .filter(release -> release == OverrideRelease.PER_CLUSTER)
            .isPresent();
  }

  private Duration runDelay(PolicyName policy) {
    return runDelays.getOrDefault(policy, RUN_PASSES.least());
  }

  @Override
  public void statusChanged(PolicyName policy) {
    Optional<Instant> later = rootStatusReconciler.changed(policy);
    addAt(rootStatuses, policy, later);
    if (later.isEmpty()) {
      rootStatuses.add(policy);
    }
    policySetsChanged(policy.namespace());
  }

  @Override
  public void policySetsChanged(String namespace) {
    policySets.addAfter(namespace, POLICY_SET_DELAY);
  }

  @Override
  public void replicaChanged(CachedReplica replica) {
    verdicts.judge(replica.replica().policy(), replica.replica().cluster());
  }

  @Override
  public void replicaDeleted(PolicyName policy, String cluster) {
    verdicts.judge(policy, cluster);
  }

  @Override
  public void propagatorLeaseChanged() {
    propagator.leaseChanged();
  }

  @Override
  public void clusterMayHaveRecovered(PolicyName policy) {
    policies.addAfter(policy, RECOVERY_DELAY);
  }

  @Override
  public void close() {
    events.detach(this);
    propagator.close();
    policies.close();
    openRuns.close();
    runLister.close();
    rootStatuses.close();
    large.close();
    replicaStatuses.ifPresent(ReplicaStatusPublisher::close);
    policySets.close();
    verdicts.close();
    attended.close();
  }
}
