package io.sluice.control.policy;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.run.LiveSelection;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.propagation.StaleReplica;
import java.util.Map;

/**
 * Decides from the hub itself whether a Policy is what no root stands for: {@link StaleReplica}
 * rejects it, and it is no {@link KnownRoot} (policy-propagation 7).
 */
public final class StrayJudge {
  private final LiveSelection live;
  private final HubApi hub;
  private final Revisions revisions;

  /** Creates a judge that reads through these. */
  public StrayJudge(LiveSelection live, HubApi hub, Revisions revisions) {
    this.live = requireNonNull(live, "live is null");
    this.hub = requireNonNull(hub, "hub is null");
    this.revisions = requireNonNull(revisions, "revisions is null");
  }

  /** Returns whether it is one, as it stands now. */
  boolean stray(PolicyName policy, GenericKubernetesResource object) {
    return StaleReplica.mustGo(
            policy.name(),
            HubObjects.labels(object),
            live.managed(policy.namespace()),
            root -> false)
        && !KnownRoot.is(live.read(policy), hasReplicas(policy))
        && revisions.list(policy, object.getMetadata().getUid()).isEmpty();
  }

  private boolean hasReplicas(PolicyName policy) {
    return !hub.listAll(Kinds.POLICY, Map.of(PolicyApi.ROOT_POLICY, policy.replicaName()))
        .isEmpty();
  }
}
