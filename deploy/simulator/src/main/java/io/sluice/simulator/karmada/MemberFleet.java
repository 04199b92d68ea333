package io.sluice.simulator.karmada;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.sluice.simulator.fleet.FleetWatch;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates the executors of member clusters towards a control plane: they apply Works, and report
 * conditions, health and the status of what they applied.
 *
 * <p>One watch and a few threads serve all members. {@link MemberBehaviour} says how each behaves.
 */
public final class MemberFleet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MemberFleet.class);
  private static final int THREADS = 8;

  private final WorkClient hub;
  private final Map<String, MemberExecutor> members = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor scheduler;
  private final SharedIndexInformer<GenericKubernetesResource> informer;

  private MemberFleet(KubernetesClient client) {
    this.hub = new WorkClient(client);
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "members");
              thread.setDaemon(true);
              return thread;
            });
    scheduler.setRemoveOnCancelPolicy(true);
    scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    this.informer = hub.works().inAnyNamespace().runnableInformer(0);
  }

  /**
   * Starts an executor for each member; it does not wait for the hub, and one that is away does not
   * stop it. The client stays the caller's.
   */
  public static MemberFleet start(
      KubernetesClient client, Collection<String> clusters, MemberBehaviour behaviour) {
    requireNonNull(behaviour, "behaviour is null");
    MemberFleet fleet = new MemberFleet(client);
    clusters.forEach(
        cluster ->
            fleet.members.put(cluster, new MemberExecutor(fleet.hub, fleet.scheduler, behaviour)));
    FleetWatch.start(
        "members",
        fleet.informer,
        work -> fleet.forward(work, member -> member.seen(ExecutedWork.of(work))),
        work -> fleet.forward(work, member -> member.gone(ExecutedWork.of(work))));
    return fleet;
  }

  private void forward(GenericKubernetesResource work, Consumer<MemberExecutor> event) {
    Optional.ofNullable(members.get(ExecutedWork.cluster(work.getMetadata().getNamespace())))
        .ifPresent(event);
  }

  /** Changes the behaviour of a member from now on; one that was offline catches up. */
  public void behave(String cluster, MemberBehaviour behaviour) {
    member(cluster).behave(requireNonNull(behaviour, "behaviour is null"));
  }

  /**
   * Returns the manifest that a member has of an object.
   *
   * @param object as {@code apps/v1 Deployment default/web}
   */
  public Optional<Map<String, Object>> manifest(String cluster, String object) {
    return member(cluster).manifest(object);
  }

  private MemberExecutor member(String cluster) {
    return Optional.ofNullable(members.get(cluster))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot find member %s: the fleet has no such cluster. Name it when the fleet starts."
                        .formatted(cluster)));
  }

  /** Stops watching, lets running writes finish and starts no others. */
  @Override
  public void close() {
    informer.close();
    scheduler.shutdown();
    try {
      if (!scheduler.awaitTermination(10, TimeUnit.SECONDS)) {
        LOG.warn("The members still wait for answers of the hub, and are stopped without them");
        scheduler.shutdownNow();
      }
    } catch (InterruptedException e) {
      scheduler.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
