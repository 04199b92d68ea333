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
import io.sluice.hub.client.RejectedWrite;
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
 * Writes replicas: the one way in which Sluice does, for attempts and for the keeper
 * (policy-propagation 7).
 *
 * <p>One request a change: absent, a POST; different, a PUT with the resourceVersion on which that
 * was decided; as it should be, none. Safe to repeat: an answer that was lost is found again on the
 * replica. What the hub refuses for one cluster is an answer; a hub that fails is a {@link
 * HubException}.
 */
public final class ReplicaWriter {
  private final HubApi hub;
  private final Clock clock;

  public ReplicaWriter(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Sees to it that the replica carries what is wished.
   *
   * @param cached the replica as an informer knows it: old news cost a conflict, never a wrong
   *     write
   */
  public WriteResult write(DesiredReplica wish, Optional<CachedReplica> cached) {
    ConflictRetry tries = new ConflictRetry();
    boolean settled = cached.map(wish::settledBy).orElse(wish.onlyOver());
    // A cache may lag behind: that nothing is to be done must be seen on the hub.
    Optional<CachedReplica> seen = settled ? read(wish) : cached;
    boolean compared = !settled;
    while (tries.another(wish.doing("write"))) {
      Optional<WriteResult> done = seen.isEmpty() ? make(wish) : change(wish, seen.get(), compared);
      if (done.isPresent()) {
        return done.get();
      }
      seen = read(wish);
      compared = false;
    }
    return WriteResult.refused(tries.exhausted());
  }

  /** Sees to it that there is no such replica, unless a higher attempt gave it out meanwhile. */
  public WriteResult delete(PolicyName policy, CachedReplica known) {
    String cluster = known.replica().cluster();
    String doing = "delete the replica of policy %s on cluster %s".formatted(policy, cluster);
    ConflictRetry tries = new ConflictRetry();
    Optional<CachedReplica> seen = Optional.of(known);
    while (tries.another(doing)) {
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
    return WriteResult.refused(tries.exhausted());
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

  /** The replica as it is on the hub now. */
  public Optional<CachedReplica> read(PolicyName policy, String cluster) {
    return hub.get(Kinds.POLICY, cluster, policy.replicaName()).flatMap(ReplicaParser::of);
  }

  private Optional<CachedReplica> read(DesiredReplica wish) {
    return read(wish.policy(), wish.cluster());
  }

  private static long attempt(CachedReplica known) {
    return known.replica().dispatch().map(Dispatch::attempt).orElse(0L);
  }

  private Optional<WriteResult> make(DesiredReplica wish) {
    return wish.onlyOver()
        ? Optional.of(WriteResult.gone(WriteResult.Kind.UNCHANGED))
        : create(wish);
  }

  /** Empty when somebody else made it first. */
  private Optional<WriteResult> create(DesiredReplica wish) {
    ReplicaContent content = wish.content().apply(Optional.empty());
    ObjectMeta meta =
        new ObjectMetaBuilder()
            .withNamespace(wish.cluster())
            .withName(wish.policy().replicaName())
            .build();
    GenericKubernetesResource object = stamped(wish, meta, content, Optional.empty());
    try {
      return Optional.of(
          WriteResult.of(WriteResult.Kind.CREATED, reduced(hub.create(Kinds.POLICY, object))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return Optional.empty();
      }
      return Optional.of(refused(wish, "create", e));
    }
  }

  /**
   * Empty when the replica was changed or deleted meanwhile.
   *
   * @param differs whether it is known already that the replica is not as wished
   */
  private Optional<WriteResult> change(DesiredReplica wish, CachedReplica seen, boolean differs) {
    if (wish.stamp().yieldsTo(seen.replica().dispatch())) {
      return Optional.of(WriteResult.overtaken(seen));
    }
    if (!differs && wish.settledBy(seen)) {
      return Optional.of(WriteResult.of(WriteResult.Kind.UNCHANGED, seen));
    }
    ReplicaContent content = wish.content().apply(seen.encryptionIv());
    GenericKubernetesResource object =
        stamped(wish, metadata(seen), content, Optional.of(seen.replica()));
    try {
      return Optional.of(
          WriteResult.of(WriteResult.Kind.UPDATED, reduced(hub.update(Kinds.POLICY, object))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return Optional.empty();
      }
      return Optional.of(refused(wish, "update", e));
    }
  }

  private static WriteResult refused(
      DesiredReplica wish, String verb, KubernetesClientException cause) {
    return RejectedWrite.of(cause)
        .map(WriteResult::refused)
        .orElseThrow(() -> HubException.of(wish.doing(verb), verb, Kinds.POLICY, cause));
  }

  private GenericKubernetesResource stamped(
      DesiredReplica wish, ObjectMeta meta, ReplicaContent content, Optional<Replica> found) {
    Map<String, String> annotations = new TreeMap<>(content.annotations());
    wish.stamp()
        .over(found, content, clock.instant())
        .ifPresent(d -> annotations.put(Dispatch.ANNOTATION, DispatchCodec.write(d)));
    meta.setLabels(new TreeMap<>(content.labels()));
    meta.setAnnotations(annotations);
    GenericKubernetesResource object = HubObjects.object(Kinds.POLICY, meta);
    object.setAdditionalProperty("spec", new LinkedHashMap<>(content.spec()));
    return object;
  }

  /** What belongs to others goes along: a PUT replaces the whole object. */
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
        .orElseThrow(() -> new IllegalStateException("the hub answered with another object"));
  }
}
