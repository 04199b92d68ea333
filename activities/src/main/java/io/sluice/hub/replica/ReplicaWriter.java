package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes all replicas, for attempts and for the controller (policy-propagation 7).
 *
 * <p>One request per change: a POST for a missing replica, a PUT with the compared resourceVersion
 * for a different one, none for an equal one. Safe to repeat: after a lost answer the replica shows
 * that the write was done. A write that the hub refuses for one cluster is a result, see {@link
 * RefusalReason}; a failing hub is a {@link HubException}.
 */
public final class ReplicaWriter implements ReplicaPort {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaWriter.class);
  private static final String DECIDED_ANEW = "it changed meanwhile, so it is decided anew";

  /**
   * Removes the managed fields. As long as an object has none, the hub records none: nothing reads
   * those of replicas, and they take two fifths of the API server's work for a write or a spoke's
   * report.
   */
  private static final List<ManagedFieldsEntry> NO_MANAGED_FIELDS =
      List.of(new ManagedFieldsEntry());

  private final HubApi hub;
  private final JsonSender sender;
  private final ReplicaJson json = new ReplicaJson();
  private final Clock clock;
  private final PropagatorGuard propagator;
  private final WrittenReplicas written;
  private final DeletedReplicas deleted;

  public ReplicaWriter(KubernetesClient client, Clock clock) {
    this(client, clock, PropagatorGuard.ALONE);
  }

  /**
   * Writes through this client.
   *
   * @param propagator decides whether anything may be written
   */
  public ReplicaWriter(KubernetesClient client, Clock clock, PropagatorGuard propagator) {
    this.propagator = requireNonNull(propagator, "propagator is null");
    this.hub = new HubApi(client);
    this.sender = new JsonSender(client);
    this.clock = requireNonNull(clock, "clock is null");
    this.written = new WrittenReplicas(clock);
    this.deleted = new DeletedReplicas(clock);
  }

  /**
   * Writes the desired content unless the replica carries it.
   *
   * <p>After a conflict the replica is read, and all is decided anew from what it carries then.
   *
   * @param cached the replica as an informer last saw it; a stale one costs a conflict, never a
   *     wrong write
   */
  @Override
  public WriteResult write(DesiredReplica desired, Optional<CachedReplica> cached) {
    Optional<CachedReplica> seen = written.newest(desired.policy(), desired.cluster(), cached);
    // The cache may be stale: only a read of the hub can show that no write is needed.
    boolean stale = seen.map(desired::settledBy).orElse(desired.existingOnly());
    boolean compared = !stale;
    Optional<KubernetesClientException> conflict = Optional.empty();
    WriteResult last = WriteResult.changed(DECIDED_ANEW);
    ConflictRetry retry = new ConflictRetry();
    while (retry.another(desired.doing("write"))) {
      if (stale) {
        if (!allowed(desired, conflict.isPresent())) {
          return WriteResult.changed(DECIDED_ANEW);
        }
        Optional<CachedReplica> fresh = read(desired);
        last = conflict(retry, seen, fresh, conflict);
        seen = fresh;
      }
      if (!allowed(desired, conflict.isPresent())) {
        return WriteResult.changed(DECIDED_ANEW);
      }
      try {
        return seen.isEmpty() ? createIfAllowed(desired) : change(desired, seen.get(), compared);
      } catch (KubernetesClientException e) {
        conflict = Optional.of(e);
        stale = true;
        compared = false;
      }
    }
    return last;
  }

  /**
   * Returns the replica as it was last written if the cache does not show that yet, else the cached
   * one. An informer that is behind will still show all that came after the write.
   */
  @Override
  public Optional<CachedReplica> newest(
      PolicyName policy, String cluster, Optional<CachedReplica> cached) {
    return written.newest(policy, cluster, cached);
  }

  private boolean allowed(DesiredReplica desired, boolean changed) {
    return propagator.free() && desired.condition().holds(changed);
  }

  /** A 409 about an object that did not change is a refusal, of a webhook for example. */
  private static WriteResult conflict(
      ConflictRetry retry,
      Optional<CachedReplica> seen,
      Optional<CachedReplica> fresh,
      Optional<KubernetesClientException> answer) {
    boolean same =
        seen.map(known -> known.replica().resourceVersion())
            .equals(fresh.map(known -> known.replica().resourceVersion()));
    return answer
        .filter(conflict -> same)
        .map(e -> WriteResult.refused("the hub refuses it (409): " + HubException.reason(e)))
        .orElseGet(() -> WriteResult.changed(retry.exhausted()));
  }

  /**
   * Deletes the replica as it is, once; a replica that changes meanwhile stays, and the caller
   * decides anew.
   *
   * <p>One request where the cache shows what the hub has: the deletion is locked by the version
   * that justifies it, and only one that meets another version reads the hub. None where the cache
   * still shows what this process has deleted.
   */
  @Override
  public WriteResult delete(
      PolicyName policy,
      String cluster,
      Optional<CachedReplica> cached,
      Predicate<CachedReplica> justified) {
    if (cached.filter(deleted::contains).isPresent()) {
      return WriteResult.gone(WriteResult.Kind.UNCHANGED);
    }
    Optional<CachedReplica> known =
        cached
            .flatMap(found -> written.newest(policy, cluster, Optional.of(found)))
            .filter(found -> propagator.free())
            .filter(justified);
    return known
        .flatMap(found -> deleteAt(policy, cluster, found))
        .orElseGet(() -> deleteRead(policy, cluster, justified));
  }

  private WriteResult deleteRead(
      PolicyName policy, String cluster, Predicate<CachedReplica> justified) {
    Optional<CachedReplica> seen = read(policy, cluster);
    if (seen.isEmpty()) {
      return WriteResult.gone(WriteResult.Kind.UNCHANGED);
    }
    if (!propagator.free() || !justified.test(seen.get())) {
      return WriteResult.changed(seen.get(), DECIDED_ANEW);
    }
    return deleteAt(policy, cluster, seen.get()).orElseGet(() -> WriteResult.changed(DECIDED_ANEW));
  }

  /** Deletes the replica at this version; empty if it has another one. */
  private Optional<WriteResult> deleteAt(PolicyName policy, String cluster, CachedReplica seen) {
    String doing = "delete the replica of policy %s on cluster %s".formatted(policy, cluster);
    try {
      boolean there = sender.delete(Kinds.POLICY, metadata(seen));
      written.forget(policy, cluster);
      deleted.remember(seen);
      return Optional.of(
          WriteResult.gone(there ? WriteResult.Kind.DELETED : WriteResult.Kind.UNCHANGED));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return Optional.empty();
      }
      return Optional.of(
          WriteResult.rejected("delete", e)
              .orElseThrow(() -> HubException.of(doing, "delete", Kinds.POLICY, e)));
    }
  }

  /**
   * Deletes a Policy in the namespace of a cluster that is no replica, as it was read.
   *
   * @return false when it was changed or deleted meanwhile
   */
  @Override
  public boolean delete(GenericKubernetesResource policy) {
    try {
      boolean deleted = sender.delete(Kinds.POLICY, policy.getMetadata());
      if (deleted) {
        LOG.warn(
            "policy {}/{} is deleted: it is in the namespace of a managed cluster, and no replica"
                + " of a root",
            policy.getMetadata().getNamespace(),
            policy.getMetadata().getName());
      }
      return deleted;
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

  /** Reads the replica from the hub, also one that has lost its label. */
  public Optional<CachedReplica> read(PolicyName policy, String cluster) {
    return hub.get(Kinds.POLICY, cluster, policy.replicaName())
        .map(object -> ReplicaParser.of(policy, object));
  }

  private Optional<CachedReplica> read(DesiredReplica desired) {
    return read(desired.policy(), desired.cluster());
  }

  private WriteResult createIfAllowed(DesiredReplica desired) {
    WriteResult.Kind kind = desired.on(Optional.empty());
    return kind == WriteResult.Kind.CREATED ? create(desired) : WriteResult.gone(kind);
  }

  /** Throws when the replica was created meanwhile. */
  private WriteResult create(DesiredReplica desired) {
    ReplicaContent content = desired.content().apply(Optional.empty());
    ObjectMeta meta =
        new ObjectMetaBuilder()
            .withNamespace(desired.cluster())
            .withName(desired.policy().replicaName())
            .build();
    String object = object(desired, meta, content, Optional.empty());
    try {
      return remembered(
          desired,
          WriteResult.Kind.CREATED,
          sender.create(Kinds.POLICY, desired.cluster(), object),
          content,
          Optional.empty());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        throw e;
      }
      return refused(desired, "create", e);
    }
  }

  /**
   * Throws when the replica was changed or deleted meanwhile.
   *
   * @param differs whether the replica is known to differ
   */
  private WriteResult change(DesiredReplica desired, CachedReplica seen, boolean differs) {
    WriteResult.Kind kind = desired.over(seen, differs);
    if (kind == WriteResult.Kind.CHANGED) {
      return WriteResult.changed(seen, DECIDED_ANEW);
    }
    if (kind == WriteResult.Kind.UNCHANGED) {
      return WriteResult.of(kind, seen);
    }
    ReplicaContent content = desired.content().apply(seen.encryptionIv());
    ObjectMeta meta = metadata(seen);
    meta.setManagedFields(NO_MANAGED_FIELDS);
    String object = object(desired, meta, content, Optional.of(seen.replica()));
    try {
      return remembered(
          desired,
          WriteResult.Kind.UPDATED,
          sender.update(Kinds.POLICY, desired.cluster(), desired.policy().replicaName(), object),
          content,
          Optional.of(seen));
    } catch (KubernetesClientException e) {
      written.forget(desired.policy(), desired.cluster());
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        throw e;
      }
      return refused(desired, "update", e);
    }
  }

  /**
   * The hub may have stored another spec than was sent, by its schema or a webhook: the informer
   * shows that, and only a read of the hub ever shows that no write is needed.
   */
  private WriteResult remembered(
      DesiredReplica desired,
      WriteResult.Kind kind,
      ObjectMeta answer,
      ReplicaContent content,
      Optional<CachedReplica> over) {
    CachedReplica replica = ReplicaParser.written(desired.policy(), answer, content.shared(), over);
    written.remember(desired.policy(), desired.cluster(), replica);
    return WriteResult.of(kind, replica);
  }

  private static WriteResult refused(
      DesiredReplica desired, String verb, KubernetesClientException cause) {
    return WriteResult.rejected(verb, cause)
        .orElseThrow(() -> HubException.of(desired.doing(verb), verb, Kinds.POLICY, cause));
  }

  private String object(
      DesiredReplica desired, ObjectMeta meta, ReplicaContent content, Optional<Replica> found) {
    Map<String, String> annotations = new TreeMap<>(content.annotations());
    desired
        .rule()
        .over(found, content, clock.instant())
        .ifPresent(d -> annotations.put(Dispatch.ANNOTATION, HubObjects.json(d)));
    meta.setLabels(new TreeMap<>(content.labels()));
    meta.setAnnotations(annotations);
    return json.of(meta, content.shared());
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
}
