package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
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

  ReplicaShell(CachedReplica known) {
    this.known = requireNonNull(known, "known is null");
    String name = known.replica().policy().replicaName();
    setApiVersion(Kinds.apiVersion(Kinds.POLICY));
    setKind(Kinds.POLICY.getKind());
    setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(known.replica().cluster())
            .withName(name)
            .withUid(known.uid())
            .withResourceVersion(known.replica().resourceVersion())
            .withLabels(Map.of(PolicyApi.ROOT_POLICY, name))
            .build());
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
