package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import java.util.Map;

/**
 * Stands for a cached replica where an informer needs an object: metadata without spec and status.
 *
 * <p>It keeps the replica as it was cached, so that a later state can be compared with it.
 */
public final class ReplicaShell extends GenericKubernetesResource {
  private static final long serialVersionUID = 1L;

  private final transient CachedReplica known;

  /** Stands for a replica of the cache; its metadata are made when they are asked for. */
  ReplicaShell(CachedReplica known) {
    this.known = requireNonNull(known, "known is null");
    setApiVersion(Kinds.apiVersion(Kinds.POLICY));
    setKind(Kinds.POLICY.getKind());
  }

  /** Stands for a replica that has just been received, with these metadata. */
  ReplicaShell(CachedReplica known, ObjectMeta received) {
    this(known);
    setMetadata(requireNonNull(received, "received is null"));
  }

  @Override
  public ObjectMeta getMetadata() {
    if (super.getMetadata() == null) {
      String name = known.replica().policy().replicaName();
      ObjectMeta meta = new ObjectMeta();
      meta.setNamespace(known.replica().cluster());
      meta.setName(name);
      meta.setUid(known.uid());
      meta.setResourceVersion(known.replica().resourceVersion());
      meta.setLabels(Map.of(PolicyApi.ROOT_POLICY, name));
      setMetadata(meta);
    }
    return super.getMetadata();
  }

  /** Returns the key under which an informer knows it. */
  String key() {
    return known.replica().cluster() + "/" + known.replica().policy().replicaName();
  }

  /** Returns the replica as it was cached. */
  public CachedReplica known() {
    return known;
  }

  /** Two are equal if they stand for one state of one object. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaShell shell && known.equals(shell.known);
  }

  @Override
  public int hashCode() {
    return known.hashCode();
  }
}
