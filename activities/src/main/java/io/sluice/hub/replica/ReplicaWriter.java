package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes all replicas, for attempts and for the controller (policy-propagation 7).
 *
 * <p>One request per change: a POST for a missing replica, a PUT with the compared resourceVersion
 * for a different one, none for an equal one. Safe to repeat: after a lost answer the replica shows
 * that the write was done. A write that the hub rejects for one cluster is a result; a failing hub
 * is a {@link HubException}.
 */
public final class ReplicaWriter {
  private final HubApi hub;
  private final Clock clock;

  public ReplicaWriter(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Writes the desired content unless the replica carries it.
   *
   * @param cached the replica as an informer last saw it; a stale one costs a conflict, never a
   *     wrong write
   */
  public WriteResult write(DesiredReplica desired, Optional<CachedReplica> cached) {
    ConflictRetry retry = new ConflictRetry();
    boolean settled = cached.map(desired::settledBy).orElse(desired.existingOnly());
    // The cache may be stale: only a read of the hub can show that no write is needed.
    Optional<CachedReplica> seen = settled ? read(desired) : cached;
    boolean compared = !settled;
    while (retry.another(desired.doing("write"))) {
      Optional<WriteResult> done =
          seen.isEmpty() ? createIfAllowed(desired) : change(desired, seen.get(), compared);
      if (done.isPresent()) {
        return done.get();
      }
      seen = read(desired);
      compared = false;
    }
    return WriteResult.refused(retry.exhausted());
  }

  /** Deletes the replica, unless a higher attempt has written it meanwhile. */
  public WriteResult delete(PolicyName policy, CachedReplica known) {
    String cluster = known.replica().cluster();
    String doing = "delete the replica of policy %s on cluster %s".formatted(policy, cluster);
    ConflictRetry retry = new ConflictRetry();
    Optional<CachedReplica> seen = Optional.of(known);
    while (retry.another(doing)) {
      if (seen.isEmpty()) {
        return WriteResult.gone(WriteResult.Kind.UNCHANGED);
      }
      if (attempt(seen.get()) > attempt(known)) {
        return WriteResult.overtaken(seen.get());
      }
      try {
        boolean deleted =
            hub.delete(Kinds.POLICY, HubObjects.object(Kinds.POLICY, metadata(seen.get())));
        return WriteResult.gone(deleted ? WriteResult.Kind.DELETED : WriteResult.Kind.UNCHANGED);
      } catch (KubernetesClientException e) {
        if (e.getCode() != HubApi.CONFLICT) {
          throw HubException.of(doing, "delete", Kinds.POLICY, e);
        }
      }
      seen = read(policy, cluster);
    }
    return WriteResult.refused(retry.exhausted());
  }

  /**
   * Deletes a Policy in the namespace of a cluster that is no replica, as it was read.
   *
   * @return false when it was changed or deleted meanwhile
   */
  public boolean delete(GenericKubernetesResource policy) {
    try {
      return hub.delete(Kinds.POLICY, HubObjects.object(Kinds.POLICY, policy.getMetadata()));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return false;
      }
      ObjectMeta meta = policy.getMetadata();
      throw HubException.of(
          "delete the stale policy %s/%s".formatted(meta.getNamespace(), meta.getName()),
          "delete",
          Kinds.POLICY,
          e);
    }
  }

  /** Reads the replica from the hub. */
  public Optional<CachedReplica> read(PolicyName policy, String cluster) {
    return hub.get(Kinds.POLICY, cluster, policy.replicaName()).flatMap(ReplicaParser::of);
  }

  private Optional<CachedReplica> read(DesiredReplica desired) {
    return read(desired.policy(), desired.cluster());
  }

  private static long attempt(CachedReplica known) {
    return known.replica().dispatch().map(Dispatch::attempt).orElse(0L);
  }

  private Optional<WriteResult> createIfAllowed(DesiredReplica desired) {
    return desired.existingOnly()
        ? Optional.of(WriteResult.gone(WriteResult.Kind.UNCHANGED))
        : create(desired);
  }

  /** Empty when the replica was created meanwhile. */
  private Optional<WriteResult> create(DesiredReplica desired) {
    ReplicaContent content = desired.content().apply(Optional.empty());
    ObjectMeta meta =
        new ObjectMetaBuilder()
            .withNamespace(desired.cluster())
            .withName(desired.policy().replicaName())
            .build();
    GenericKubernetesResource object = object(desired, meta, content, Optional.empty());
    try {
      return Optional.of(
          WriteResult.of(WriteResult.Kind.CREATED, reduced(hub.create(Kinds.POLICY, object))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return Optional.empty();
      }
      return Optional.of(refused(desired, "create", e));
    }
  }

  /**
   * Empty when the replica was changed or deleted meanwhile.
   *
   * @param differs whether the replica is known to differ
   */
  private Optional<WriteResult> change(
      DesiredReplica desired, CachedReplica seen, boolean differs) {
    if (desired.rule().forbiddenBy(seen.replica().dispatch())) {
      return Optional.of(WriteResult.overtaken(seen));
    }
    if (!differs && desired.settledBy(seen)) {
      return Optional.of(WriteResult.of(WriteResult.Kind.UNCHANGED, seen));
    }
    ReplicaContent content = desired.content().apply(seen.encryptionIv());
    GenericKubernetesResource object =
        object(desired, metadata(seen), content, Optional.of(seen.replica()));
    try {
      return Optional.of(
          WriteResult.of(WriteResult.Kind.UPDATED, reduced(hub.update(Kinds.POLICY, object))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return Optional.empty();
      }
      return Optional.of(refused(desired, "update", e));
    }
  }

  private static WriteResult refused(
      DesiredReplica desired, String verb, KubernetesClientException cause) {
    return WriteResult.rejected(cause)
        .orElseThrow(() -> HubException.of(desired.doing(verb), verb, Kinds.POLICY, cause));
  }

  private GenericKubernetesResource object(
      DesiredReplica desired, ObjectMeta meta, ReplicaContent content, Optional<Replica> found) {
    Map<String, String> annotations = new TreeMap<>(content.annotations());
    desired
        .rule()
        .over(found, content, clock.instant())
        .ifPresent(d -> annotations.put(Dispatch.ANNOTATION, HubObjects.json(d)));
    meta.setLabels(new TreeMap<>(content.labels()));
    meta.setAnnotations(annotations);
    GenericKubernetesResource object = HubObjects.object(Kinds.POLICY, meta);
    object.setAdditionalProperty("spec", new LinkedHashMap<>(content.spec()));
    return object;
  }

  /** Carries over what other writers own: a PUT replaces the whole object. */
  private static ObjectMeta metadata(CachedReplica seen) {
    return new ObjectMetaBuilder()
        .withNamespace(seen.replica().cluster())
        .withName(seen.replica().policy().replicaName())
        .withUid(seen.uid())
        .withResourceVersion(seen.replica().resourceVersion())
        .withFinalizers(seen.finalizers())
        .withOwnerReferences(seen.ownerReferences())
        .build();
  }

  private static CachedReplica reduced(GenericKubernetesResource answer) {
    return ReplicaParser.of(answer)
        .orElseThrow(() -> new IllegalStateException("the hub returned another object"));
  }
}
