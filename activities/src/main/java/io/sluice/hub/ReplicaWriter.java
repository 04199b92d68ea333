package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
  public Written write(Wish wish, Optional<KnownReplica> cached) {
    Tries tries = new Tries();
    boolean settled = cached.map(wish::settledBy).orElse(wish.onlyOver());
    // A cache may lag behind: that nothing is to be done must be seen on the hub.
    Optional<KnownReplica> seen = settled ? read(wish) : cached;
    boolean compared = !settled;
    while (tries.another(wish.doing("write"))) {
      Optional<Written> done = seen.isEmpty() ? make(wish) : change(wish, seen.get(), compared);
      if (done.isPresent()) {
        return done.get();
      }
      seen = read(wish);
      compared = false;
    }
    return Written.refused(tries.exhausted());
  }

  /** Sees to it that there is no such replica, unless a higher attempt gave it out meanwhile. */
  public Written delete(PolicyName policy, KnownReplica known) {
    String cluster = known.replica().cluster();
    String doing = "delete the replica of policy %s on cluster %s".formatted(policy, cluster);
    Tries tries = new Tries();
    Optional<KnownReplica> seen = Optional.of(known);
    while (tries.another(doing)) {
      if (seen.isEmpty()) {
        return Written.gone(Written.Kind.UNCHANGED);
      }
      if (attempt(seen.get()) > attempt(known)) {
        return Written.overtaken(seen.get());
      }
      try {
        boolean deleted =
            hub.delete(Kinds.POLICY, HubObjects.object(Kinds.POLICY, metadata(seen.get())));
        return Written.gone(deleted ? Written.Kind.DELETED : Written.Kind.UNCHANGED);
      } catch (KubernetesClientException e) {
        if (e.getCode() != HubApi.CONFLICT) {
          throw HubException.of(doing, "delete", Kinds.POLICY, e);
        }
      }
      seen = read(policy, cluster);
    }
    return Written.refused(tries.exhausted());
  }

  /** The replica as it is on the hub now. */
  public Optional<KnownReplica> read(PolicyName policy, String cluster) {
    return hub.get(Kinds.POLICY, cluster, policy.replicaName()).flatMap(ReplicaReading::of);
  }

  private Optional<KnownReplica> read(Wish wish) {
    return read(wish.policy(), wish.cluster());
  }

  private static long attempt(KnownReplica known) {
    return known.replica().dispatch().map(Dispatch::attempt).orElse(0L);
  }

  private Optional<Written> make(Wish wish) {
    return wish.onlyOver() ? Optional.of(Written.gone(Written.Kind.UNCHANGED)) : create(wish);
  }

  /** Empty when somebody else made it first. */
  private Optional<Written> create(Wish wish) {
    ReplicaContent content = wish.content().apply(Optional.empty());
    ObjectMeta meta =
        new ObjectMetaBuilder()
            .withNamespace(wish.cluster())
            .withName(wish.policy().replicaName())
            .build();
    GenericKubernetesResource object = stamped(wish, meta, content, Optional.empty());
    try {
      return Optional.of(
          Written.of(Written.Kind.CREATED, reduced(hub.create(Kinds.POLICY, object))));
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
  private Optional<Written> change(Wish wish, KnownReplica seen, boolean differs) {
    if (wish.stamp().yieldsTo(seen.replica().dispatch())) {
      return Optional.of(Written.overtaken(seen));
    }
    if (!differs && wish.settledBy(seen)) {
      return Optional.of(Written.of(Written.Kind.UNCHANGED, seen));
    }
    ReplicaContent content = wish.content().apply(seen.encryptionIv());
    GenericKubernetesResource object =
        stamped(wish, metadata(seen), content, Optional.of(seen.replica()));
    try {
      return Optional.of(
          Written.of(Written.Kind.UPDATED, reduced(hub.update(Kinds.POLICY, object))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return Optional.empty();
      }
      return Optional.of(refused(wish, "update", e));
    }
  }

  private static Written refused(Wish wish, String verb, KubernetesClientException cause) {
    return WriteRefusal.of(cause)
        .map(Written::refused)
        .orElseThrow(() -> HubException.of(wish.doing(verb), verb, Kinds.POLICY, cause));
  }

  private GenericKubernetesResource stamped(
      Wish wish, ObjectMeta meta, ReplicaContent content, Optional<Replica> found) {
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
  private static ObjectMeta metadata(KnownReplica seen) {
    return new ObjectMetaBuilder()
        .withNamespace(seen.replica().cluster())
        .withName(seen.replica().policy().replicaName())
        .withUid(seen.uid())
        .withResourceVersion(seen.replica().resourceVersion())
        .withFinalizers(seen.finalizers())
        .withOwnerReferences(seen.ownerReferences())
        .build();
  }

  private static KnownReplica reduced(GenericKubernetesResource answer) {
    return ReplicaReading.of(answer)
        .orElseThrow(() -> new IllegalStateException("the hub answered with another object"));
  }
}
