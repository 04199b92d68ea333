package io.sluice.hub.write;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes on each replica the status of the rollout on its cluster, for people who look at one
 * cluster (policy-propagation 9.4).
 *
 * <p>A merge patch of that field alone, when the status changes and when a spoke's report has
 * removed it; at most one for each replica and second. It is sent a second after the change: most
 * clusters report soon after the write, and show only the later status then. The requests do not go
 * through the pool of the dispatches, and are few while a run is open, so that they do not delay
 * dispatches. Nothing is sent while OCM's propagator runs (8.1): what is due then is sent after it.
 * The field is never read back.
 */
public final class ReplicaStatusPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaStatusPublisher.class);
  private static final String FIELD = "rolloutStatus";
  private static final long EVERY_MILLIS = 1_000;
  private static final long RETRY_MILLIS = 5_000;
  private static final long CLOSE_SECONDS = 5;

  private final JsonSender sender;
  private final PropagatorGuard propagator;
  private final long everyMillis;
  private final long retryMillis;
  private final PatchScheduler patches = new PatchScheduler("replica-status");
  private final Set<PolicyName> runs = ConcurrentHashMap.newKeySet();
  private final Map<PolicyName, Map<String, Field>> fields = new ConcurrentHashMap<>();

  /** Holds what one replica is to show; guarded by itself. */
  private static final class Field {
    private Optional<String> wanted = Optional.empty();

    /** The version of the replica that lacked the status: each version is patched once. */
    private String resourceVersion = "";

    private boolean pending;

    /** Whether a task for it waits or runs. */
    private boolean busy;
  }

  /**
   * Starts the threads; {@link #close()} ends them.
   *
   * @param propagator is asked as each request is sent, not as the change is noticed
   */
  public ReplicaStatusPublisher(KubernetesClient client, PropagatorGuard propagator) {
    this(client, propagator, Duration.ofMillis(EVERY_MILLIS), Duration.ofMillis(RETRY_MILLIS));
  }

  ReplicaStatusPublisher(
      KubernetesClient client, PropagatorGuard propagator, Duration every, Duration retry) {
    this.sender = new JsonSender(client);
    this.propagator = propagator;
    this.retryMillis = retry.toMillis();
    this.everyMillis = every.toMillis();
  }

  /**
   * Publishes what differs from what the replicas show.
   *
   * @param replicas the policy's replicas in the namespaces of managed clusters
   * @param statuses by cluster; a replica of any other cluster must show none
   * @param runOpen whether a run of the policy is open, whose dispatches have priority
   */
  public void publish(
      PolicyName policy,
      Map<String, CachedReplica> replicas,
      Map<String, String> statuses,
      boolean runOpen) {
    if (runOpen ? runs.add(policy) : runs.remove(policy)) {
      patches.yieldTo(!runs.isEmpty());
    }
    if (replicas.isEmpty()) {
      fields.remove(policy);
      return;
    }
    Map<String, Field> ofPolicy = fields.computeIfAbsent(policy, name -> new ConcurrentHashMap<>());
    ofPolicy.keySet().retainAll(replicas.keySet());
    replicas.forEach(
        (cluster, replica) -> {
          Optional<String> status = Optional.ofNullable(statuses.get(cluster));
          if (!replica.rolloutStatus().equals(status)) {
            Field field = ofPolicy.computeIfAbsent(cluster, name -> new Field());
            request(policy, cluster, field, status, replica.replica().resourceVersion());
          } else if (ofPolicy.containsKey(cluster)) {
            settle(ofPolicy.get(cluster));
          }
        });
  }

  private void request(
      PolicyName policy,
      String cluster,
      Field field,
      Optional<String> status,
      String resourceVersion) {
    synchronized (field) {
      if (field.wanted.equals(status) && field.resourceVersion.equals(resourceVersion)) {
        return;
      }
      field.wanted = status;
      field.resourceVersion = resourceVersion;
      field.pending = true;
      if (!field.busy) {
        field.busy = true;
        patches.schedule(() -> due(policy, cluster, field), everyMillis);
      }
    }
  }

  /** The replica shows what it is to show. */
  private static void settle(Field field) {
    synchronized (field) {
      field.pending = false;
    }
  }

  private void due(PolicyName policy, String cluster, Field field) {
    synchronized (field) {
      if (!field.pending) {
        field.busy = false;
        return;
      }
    }
    patches.add(() -> send(policy, cluster, field));
  }

  private void send(PolicyName policy, String cluster, Field field) {
    Optional<String> status;
    synchronized (field) {
      if (!field.pending) {
        field.busy = false;
        return;
      }
      field.pending = false;
      status = field.wanted;
    }
    boolean sent = propagator.free() && patch(policy, cluster, status);
    if (!sent) {
      synchronized (field) {
        field.pending = true;
      }
    }
    patches.schedule(() -> due(policy, cluster, field), sent ? everyMillis : retryMillis);
  }

  /** Returns false when it is to be tried again. */
  private boolean patch(PolicyName policy, String cluster, Optional<String> status) {
    Map<String, Object> value = new HashMap<>();
    value.put(FIELD, status.orElse(null));
    try {
      sender.mergeStatus(
          Kinds.POLICY, cluster, policy.replicaName(), HubObjects.json(Map.of("status", value)));
      return true;
    } catch (KubernetesClientException e) {
      LOG.debug(
          "the rollout status of replica {}/{} is not written: {}",
          cluster,
          policy.replicaName(),
          HubException.reason(e));
      return e.getCode() == HubApi.NOT_FOUND;
    } catch (RuntimeException e) {
      LOG.warn(
          "the rollout status of replica {}/{} is not written", cluster, policy.replicaName(), e);
      return false;
    }
  }

  @Override
  public void close() {
    try {
      if (!patches.end(CLOSE_SECONDS)) {
        LOG.warn("a status of a replica is still being written after {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
