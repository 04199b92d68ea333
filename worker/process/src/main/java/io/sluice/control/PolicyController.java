package io.sluice.control;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.beside.OverrideRelease;
import io.sluice.control.approval.ApprovalMonitor;
import io.sluice.control.cache.EventRouter;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.queue.LargeKeys;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.control.queue.WriterMonitor;
import io.sluice.control.run.RunLister;
import io.sluice.control.run.Runs;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
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

  /** Collects the reports of clusters that failed into one pass. */
  private static final Duration RECOVERY_DELAY = Duration.ofSeconds(2);

  private final HubCaches caches;
  private final EventRouter events;
  private final Clock clock;
  private final PolicyReconcilers reconcilers;
  private final PassDelays delays = new PassDelays();
  private final WriterMonitor propagator;
  private final ApprovalMonitor approvals;
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
   * @param notices whom to tell of what changes
   */
  public PolicyController(
      KubernetesClient hub,
      HubCaches caches,
      EventRouter events,
      Runs runs,
      RequestPool requests,
      EventRecorder recorder,
      NoticeRules notices,
      Settings settings,
      ProcessTime time) {
    this.caches = caches;
    this.events = events;
    this.clock = time.clock();
    this.reconcilers =
        new PolicyReconcilerBuilder(hub, caches, runs, requests, recorder, notices, settings, time)
            .build(this::queuePolicy);
    this.propagator =
        new WriterMonitor(
            "propagator",
            WRITER_CHECK_EVERY,
            this::propagatorProblem,
            "OCM's propagator does not run any more: replicas are written again",
            this::reconcileAll,
            time);
    this.approvals =
        new ApprovalMonitor(caches::rollouts, caches.approvals(), this::reconcileAll, time);
    this.large = new LargeKeys<>(time, "large-policies", caches::large);
    this.policies = new WorkQueue<>(time, "policies", WORKERS, this::reconcilePolicy, large);
    this.openRuns = new WorkQueue<>(time, "runs", WORKERS, this::reconcileRun, large);
    this.runLister =
        new RunLister<>(
            runs, reconcilers.orphans(), PolicyName::ofPath, openRuns::add, "run-list", time);
    this.rootStatuses =
        new WorkQueue<>(time, "root-status", WORKERS, this::reconcileRootStatus, large);
    this.policySets = new WorkQueue<>(time, "policy-sets", 1, this::reconcilePolicySets);
  }

  private Optional<String> propagatorProblem() {
    return caches
        .propagator()
        .problem()
        .map(
            problem ->
                problem.reason() + ": " + Problem.message("nothing is written", List.of(problem)));
  }

  private void reconcilePolicy(PolicyName policy) {
    Instant begun = clock.instant();
    try {
      addAt(policies, policy, reconcilers.policies().reconcile(policy));
      if (gone(policy)) {
        delays.forget(policy);
      } else {
        delays.passed(policy, begun, clock.instant());
      }
    } catch (RuntimeException e) {
      reconcilers.metrics().failed(policy);
      throw e;
    }
  }

  private boolean gone(PolicyName policy) {
    return caches.replicas().root(policy).isEmpty() && caches.view().replicas(policy).isEmpty();
  }

  /** Returns the metrics of the policies and their rollouts in this term. */
  public List<MetricSnapshot> metrics() {
    return reconcilers.metrics().snapshots();
  }

  /** Returns what is measured of its queues. */
  public List<QueueStatistics> queues() {
    return List.of(
        policies.statistics(),
        openRuns.statistics(),
        runLister.statistics(),
        rootStatuses.statistics(),
        policySets.statistics(),
        reconcilers.verdicts().statistics());
  }

  @Override
  public void rolloutChanged(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    reconcilers.metrics().rolloutChanged(former, present);
  }

  /** Returns how many objects the last metrics have left out, by the name of their kind. */
  public Map<String, Integer> unmeasured() {
    return reconcilers.metrics().unmeasured();
  }

  private void queuePolicy(PolicyName policy) {
    policies.add(policy);
  }

  private void reconcileRun(PolicyName policy) {
    addAt(openRuns, policy, reconcilers.runs().reconcile(policy));
  }

  private void reconcileRootStatus(PolicyName policy) {
    if (caches.mayBeRoot(policy) && writesStatuses()) {
      addAt(rootStatuses, policy, reconcilers.rootStatuses().reconcile(policy));
    }
  }

  private void reconcilePolicySets(String namespace) {
    if (writesStatuses()) {
      addAt(policySets, namespace, reconcilers.policySets().reconcile(namespace));
    }
  }

  /**
   * Returns whether the statuses of policies and PolicySets are those of Sluice: beside OCM's
   * propagator they are not, and nothing is queued for them.
   */
  private boolean ownsStatuses() {
    return caches.mode() == HubMode.STANDALONE;
  }

  /** Returns whether Sluice writes its statuses now: not while OCM's propagator runs. */
  private boolean writesStatuses() {
    return caches.propagator().free();
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
    approvals.start();
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
    if (ownsStatuses()) {
      caches.policySets().forEach(set -> policySets.add(set.getMetadata().getNamespace()));
    }
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
    Duration runDelay = delays.openRun(policy);
    policies.addAfter(policy, runOpen ? runDelay : delays.noRun(policy, clock.instant()));
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
    } else if (reconcilers.runs().behind(policy)) {
      openRuns.addAfter(policy, delays.openRun(policy));
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

  /** Each report of a cluster comes here. */
  @Override
  public void statusChanged(PolicyName policy) {
    if (!ownsStatuses()) {
      return;
    }
    Optional<Instant> later = reconcilers.rootStatuses().changed(policy);
    addAt(rootStatuses, policy, later);
    if (later.isEmpty()) {
      rootStatuses.add(policy);
    }
    policySetsChanged(policy.namespace());
  }

  @Override
  public void policySetsChanged(String namespace) {
    if (ownsStatuses()) {
      policySets.addAfter(namespace, POLICY_SET_DELAY);
    }
  }

  @Override
  public void replicaChanged(CachedReplica replica) {
    reconcilers.verdicts().judge(replica.replica().policy(), replica.replica().cluster());
  }

  @Override
  public void replicaDeleted(PolicyName policy, String cluster) {
    reconcilers.verdicts().judge(policy, cluster);
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
    approvals.close();
    policies.close();
    openRuns.close();
    runLister.close();
    rootStatuses.close();
    large.close();
    policySets.close();
    reconcilers.close();
  }
}
