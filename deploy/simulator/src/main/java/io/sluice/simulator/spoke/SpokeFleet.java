package io.sluice.simulator.spoke;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.sluice.simulator.fleet.FleetWatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates the managed clusters of a fleet towards a hub (policy-propagation 13).
 *
 * <p>One watch and a few threads serve thousands of clusters. {@link SpokeModel} decides what a
 * spoke reports, {@link SpokeRunner} when, {@link SpokeHub} writes it to the hub. A spoke sees
 * nothing but the Policies of its own namespace.
 */
public final class SpokeFleet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpokeFleet.class);
  private static final int THREADS = 8;

  /** How long a watch that hangs, as one of a server that was killed, may go unnoticed. */
  private static final Duration LIST_EVERY = Duration.ofSeconds(15);

  private final SpokeHub hub;
  private final SpokeBehaviours behaviours;
  private final long seed;
  private final Map<String, SpokeRunner> spokes = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor scheduler;
  private final SharedIndexInformer<GenericKubernetesResource> informer;

  private SpokeFleet(KubernetesClient client, SpokeBehaviours behaviours, long seed) {
    this.hub = new SpokeHub(client);
    this.behaviours = behaviours;
    this.seed = seed;
    this.scheduler = scheduler();
    this.informer = hub.policies().inAnyNamespace().runnableInformer(0);
  }

  /**
   * Starts a spoke for each cluster; it does not wait for the hub, and a hub that is away does not
   * stop it. The client stays the caller's.
   */
  public static SpokeFleet start(
      KubernetesClient client, Collection<String> clusters, SpokeBehaviours behaviours, long seed) {
    return start(client, clusters, behaviours, seed, LIST_EVERY);
  }

  static SpokeFleet start(
      KubernetesClient client,
      Collection<String> clusters,
      SpokeBehaviours behaviours,
      long seed,
      Duration listEvery) {
    SpokeFleet fleet = new SpokeFleet(client, behaviours, seed);
    clusters.forEach(cluster -> fleet.spokes.put(cluster, fleet.spoke(cluster)));
    FleetWatch.start(
        "spokes",
        fleet.informer,
        policy -> fleet.forward(policy, spoke -> spoke.seen(SpokeHub.replica(policy))),
        policy -> fleet.forward(policy, spoke -> spoke.gone(SpokeHub.replica(policy))));
    fleet.scheduler.scheduleWithFixedDelay(
        fleet::list, listEvery.toMillis(), listEvery.toMillis(), TimeUnit.MILLISECONDS);
    return fleet;
  }

  /** Forwards what the watch has not shown. */
  private void list() {
    try {
      for (GenericKubernetesResource policy : hub.policies().inAnyNamespace().list().getItems()) {
        if (!shown(policy)) {
          forward(policy, spoke -> spoke.seen(SpokeHub.replica(policy)));
        }
      }
    } catch (KubernetesClientException e) {
      LOG.debug("The spokes cannot list the hub, and try again", e);
    }
  }

  private boolean shown(GenericKubernetesResource policy) {
    ObjectMeta metadata = policy.getMetadata();
    String key = Cache.namespaceKeyFunc(metadata.getNamespace(), metadata.getName());
    return Optional.ofNullable(informer.getStore().getByKey(key))
        .filter(
            known -> known.getMetadata().getResourceVersion().equals(metadata.getResourceVersion()))
        .isPresent();
  }

  private void forward(GenericKubernetesResource policy, Consumer<SpokeRunner> event) {
    Optional.ofNullable(spokes.get(policy.getMetadata().getNamespace())).ifPresent(event);
  }

  /** Adds a cluster while the fleet runs; one that is there already stays as it is. */
  public void join(String cluster) {
    SpokeRunner spoke = spokes.computeIfAbsent(cluster, this::spoke);
    informer.getStore().list().stream()
        .filter(policy -> policy.getMetadata().getNamespace().equals(cluster))
        .map(SpokeHub::replica)
        .forEach(spoke::seen);
  }

  /** Takes a cluster away silently: its last reports stay on the hub. */
  public void leave(String cluster) {
    Optional.ofNullable(spokes.remove(cluster)).ifPresent(SpokeRunner::close);
  }

  /** Changes the behaviour of a spoke from now on. */
  public void behave(String cluster, SpokeBehaviour behaviour) {
    spokeOf(cluster).behave(behaviour);
  }

  /** Makes all copies on a cluster anew: histories vanish until the next report. */
  public void makeCopiesAnew(String cluster) {
    spokeOf(cluster).makeCopiesAnew();
  }

  /** Returns what the spoke of a cluster has really judged, the oldest first, at most 1000. */
  public List<SpokeVerdict> verdicts(String cluster) {
    return spokeOf(cluster).ask(SpokeModel::verdicts);
  }

  /** Returns the spec that a cluster has of a policy, which may lag behind the hub. */
  public Optional<Map<String, Object>> copied(String cluster, String policy) {
    return spokeOf(cluster)
        .ask(model -> model.copy(policy).flatMap(SyncedPolicy::copied).map(SpokeReplica::spec));
  }

  /** Stops watching, lets running writes finish and starts no others. */
  @Override
  public void close() {
    informer.close();
    spokes.values().forEach(SpokeRunner::close);
    scheduler.shutdown();
    try {
      if (!scheduler.awaitTermination(10, TimeUnit.SECONDS)) {
        LOG.warn("The spokes still wait for answers of the hub, and are stopped without them");
        scheduler.shutdownNow();
      }
    } catch (InterruptedException e) {
      scheduler.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private SpokeRunner spoke(String cluster) {
    SpokeModel model = new SpokeModel(cluster, behaviours.of(cluster), seed);
    return new SpokeRunner(model, hub, scheduler, InstantSource.system());
  }

  private SpokeRunner spokeOf(String cluster) {
    return Optional.ofNullable(spokes.get(cluster))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot find spoke %s: the fleet has no such cluster. Let it join first."
                        .formatted(cluster)));
  }

  private static ScheduledThreadPoolExecutor scheduler() {
    AtomicInteger number = new AtomicInteger();
    ScheduledThreadPoolExecutor scheduler =
        new ScheduledThreadPoolExecutor(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "spokes-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    scheduler.setRemoveOnCancelPolicy(true);
    scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return scheduler;
  }
}
