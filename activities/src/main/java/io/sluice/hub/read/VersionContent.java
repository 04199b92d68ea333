package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import io.sluice.policy.ReplicaRenderer;
import io.sluice.propagation.Targets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows what one version of a policy looks like on each cluster (policy-propagation 4 and 5.2).
 *
 * <p>Bindings may raise the action on some clusters, and dependencies on policy sets are rendered
 * as of today. So a replica may carry the version under another hash than the version is known by;
 * towards the rollout it goes by the version's.
 */
public final class VersionContent {
  private static final String INFORM = "inform";

  private final PolicyName policy;
  private final PolicySnapshot snapshot;
  private final Targets targets;
  private final PolicySets sets;
  private final boolean held;
  private final Map<Optional<String>, String> hashes = new ConcurrentHashMap<>();

  /**
   * Prepares to render one version.
   *
   * @param targets the clusters and their actions, with overrides ignored where they do not count
   * @param sets the policy sets of today
   */
  public VersionContent(
      PolicyName policy, PolicySnapshot snapshot, Targets targets, PolicySets sets) {
    this(policy, snapshot, targets, sets, false);
  }

  private VersionContent(
      PolicyName policy, PolicySnapshot snapshot, Targets targets, PolicySets sets, boolean held) {
    this.policy = requireNonNull(policy, "policy is null");
    this.snapshot = requireNonNull(snapshot, "snapshot is null");
    this.targets = requireNonNull(targets, "targets is null");
    this.sets = requireNonNull(sets, "sets is null");
    this.held = held;
  }

  /** The same version as inform: what a cluster has of it until its turn (rollout-strategy 3.1). */
  public VersionContent asInform() {
    return new VersionContent(policy, snapshot, targets, sets, true);
  }

  /** The hash that a version is known by: that of its replicas' spec, with the root's action. */
  public static String hash(PolicyName policy, PolicySnapshot snapshot, PolicySets sets) {
    return ReplicaRenderer.render(policy, snapshot, "", Optional.empty(), sets, Optional.empty())
        .contentHash();
  }

  /** What the replica of that cluster is to carry. */
  public ReplicaContent on(String cluster, Optional<String> encryptionIv) {
    return ReplicaRenderer.render(policy, snapshot, cluster, action(cluster), sets, encryptionIv);
  }

  /** Hash of the spec on that cluster; rendered once for all that have the same action. */
  public String hashOn(String cluster) {
    return hashes.computeIfAbsent(
        action(cluster),
        action ->
            ReplicaRenderer.render(policy, snapshot, "", action, sets, Optional.empty())
                .contentHash());
  }

  /** The hash that the rollout is to hear of: the version's, where the replica carries it. */
  public String hashOf(Replica replica, PolicyVersion version) {
    boolean carried =
        replica.contentHash().equals(version.contentHash())
            || replica.contentHash().equals(hashOn(replica.cluster()));
    return carried ? version.contentHash() : replica.contentHash();
  }

  /** What a cluster holds, under the hash that the rollout is to hear of. */
  public ReplicaState held(Replica replica, PolicyVersion version) {
    return new ReplicaState(replica.cluster(), hashOf(replica, version), replica.dispatch());
  }

  private Optional<String> action(String cluster) {
    if (held) {
      return Optional.of(INFORM);
    }
    Optional<String> own =
        snapshot.spec().get("remediationAction") instanceof String action && !action.isEmpty()
            ? Optional.of(action)
            : Optional.empty();
    return targets.action(cluster, own);
  }
}
