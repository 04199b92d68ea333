package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.evidence.Evidence;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutEvents;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.hub.write.RootStatuses;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs keeper and watcher on the caches of one process: the leader's part of it.
 *
 * <p>At its start every policy is looked at once; from then on those that something happened to.
 */
public final class PolicyController implements AutoCloseable, EventRouter.Desks {
  private static final int KEEPERS = 4;

  private final HubCaches caches;
  private final EventRouter watch;
  private final VerdictSender post;
  private final PolicyReconciler keeper;
  private final RootStatusReconciler summaries;
  private final Clock clock;
  private final WorkQueue<PolicyName> keeping;
  private final WorkQueue<PolicyName> summing;

  private PolicyController(
      KubernetesClient hub,
      HubCaches caches,
      EventRouter watch,
      WorkflowClient temporal,
      RequestPool fanout,
      Settings settings,
      Clock clock) {
    this.caches = caches;
    this.watch = watch;
    this.clock = clock;
    Evidence evidence = new Evidence(settings.skew());
    Runs runs = new Runs(temporal);
    this.post = new VerdictSender(runs, evidence, this::available, clock);
    this.keeping = new WorkQueue<>("keeper", KEEPERS, this::keepNow);
    this.summing = new WorkQueue<>("root-status", KEEPERS, this::sumUpNow);
    ReplicaReconciler replicas =
        new ReplicaReconciler(
            new ReplicaWriter(hub, clock),
            fanout,
            new DelayedRemovals(
                settings.removalGrace(), name -> caches.managedCluster(name).isPresent()));
    Revisions revisions = new Revisions(hub);
    ReconcilerContext tools =
        new ReconcilerContext(
            caches,
            replicas,
            new NewcomerReconciler(replicas, revisions),
            new DriftCorrector(replicas, revisions),
            new AttemptStarter(runs, new RolloutEvents(hub, clock), settings, clock),
            new RunLiveness(runs),
            new OrphanedRuns(runs),
            new RunNotifier(runs),
            post,
            keeping::addAfter);
    this.keeper =
        new PolicyReconciler(
            tools,
            new RolloutReconciler(
                tools, revisions, new RolloutObjects(hub, clock), evidence, clock),
            clock);
    this.summaries =
        new RootStatusReconciler(
            caches, new RootStatuses(hub), evidence, settings.rootStatusEvery(), clock);
  }

  /**
   * Starts to keep and to watch.
   *
   * @param watch hears of the caches' changes
   */
  public static PolicyController start(
      KubernetesClient hub,
      HubCaches caches,
      EventRouter watch,
      WorkflowClient temporal,
      RequestPool fanout,
      Settings settings,
      Clock clock) {
    PolicyController watcher =
        new PolicyController(hub, caches, watch, temporal, fanout, settings, clock);
    watch.open(watcher);
    watcher.everything().forEach(policy -> watcher.lookAt(policy));
    return watcher;
  }

  private void lookAt(PolicyName policy) {
    keep(policy);
    sumUp(policy);
  }

  private Set<PolicyName> everything() {
    Set<PolicyName> policies =
        new TreeSet<>(
            java.util.Comparator.comparing(PolicyName::namespace).thenComparing(PolicyName::name));
    caches.replicas().roots().stream()
        .map(GenericKubernetesResource::getMetadata)
        .forEach(meta -> policies.add(new PolicyName(meta.getNamespace(), meta.getName())));
    policies.addAll(caches.replicas().policiesWithReplicas());
    return policies;
  }

  private boolean available(String cluster) {
    return !Reachability.unreachable(caches.managedCluster(cluster));
  }

  private void keepNow(PolicyName policy) {
    if (isRoot(policy)) {
      later(keeping, policy, keeper.keep(policy));
    }
  }

  private void sumUpNow(PolicyName policy) {
    if (isRoot(policy)) {
      later(summing, policy, summaries.sumUp(policy));
    }
  }

  /** A policy in a managed cluster's namespace is no root, whatever it looks like. */
  private boolean isRoot(PolicyName policy) {
    return caches.managedCluster(policy.namespace()).isEmpty();
  }

  private void later(WorkQueue<PolicyName> queue, PolicyName policy, Optional<Instant> at) {
    at.map(instant -> Duration.between(clock.instant(), instant))
        .ifPresent(delay -> queue.addAfter(policy, delay.isNegative() ? Duration.ZERO : delay));
  }

  @Override
  public HubCaches caches() {
    return caches;
  }

  @Override
  public void keep(PolicyName policy) {
    keeping.add(policy);
  }

  @Override
  public void sumUp(PolicyName policy) {
    summing.add(policy);
  }

  @Override
  public void judge(CachedReplica replica) {
    post.judge(replica.replica());
  }

  @Override
  public void gone(PolicyName policy, String cluster) {
    post.gone(policy, cluster);
  }

  @Override
  public void close() {
    watch.close(this);
    keeping.close();
    summing.close();
    post.close();
  }
}
