package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.sluice.gate.GateLabels;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySetRefs;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import io.sluice.policy.ReplicaRenderer;
import io.sluice.policy.ReplicaSpec;
import io.sluice.policy.evidence.CarriedVersion;
import io.sluice.policy.propagation.Targets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Renders one version of a policy for each cluster (policy-propagation 4 and 5.2).
 *
 * <p>Bindings may raise the action on some clusters, and dependencies on policy sets are rendered
 * with today's sets. So a replica may carry the version with another hash; the rollout gets the
 * hash of the version then.
 */
public final class VersionContent {
  private static final String INFORM = "inform";

  private final PolicyName policy;
  private final PolicySnapshot snapshot;
  private final Targets targets;
  private final PolicySets sets;
  private final boolean inform;
  private final Optional<CarriedTemplates> carried;
  private final boolean gated;
  private final Map<Optional<String>, ReplicaSpec> specs = new ConcurrentHashMap<>();

  /**
   * Prepares to render one version.
   *
   * @param targets the clusters and their actions, with overrides ignored where they do not count
   * @param sets the policy sets of today
   */
  public VersionContent(
      PolicyName policy, PolicySnapshot snapshot, Targets targets, PolicySets sets) {
    this(policy, snapshot, targets, sets, false, Optional.empty(), false);
  }

  private VersionContent(
      PolicyName policy,
      PolicySnapshot snapshot,
      Targets targets,
      PolicySets sets,
      boolean inform,
      Optional<CarriedTemplates> carried,
      boolean gated) {
    this.gated = gated;
    this.policy = requireNonNull(policy, "policy is null");
    this.snapshot = requireNonNull(snapshot, "snapshot is null");
    this.targets = requireNonNull(targets, "targets is null");
    this.sets = requireNonNull(sets, "sets is null");
    this.inform = inform;
    this.carried = carried;
  }

  /** Returns the same version as inform, for clusters before their turn (rollout-strategy 3.1). */
  public VersionContent asInform() {
    return new VersionContent(policy, snapshot, targets, sets, true, carried, gated);
  }

  /**
   * Returns the same version where OCM's propagator renders the replicas: a replica carries it if
   * it enforces its templates (policy-propagation 14.3.4).
   */
  VersionContent besidePropagator() {
    return new VersionContent(
        policy,
        snapshot,
        targets,
        sets,
        inform,
        Optional.of(new CarriedTemplates(snapshot)),
        gated);
  }

  /**
   * Returns the same version behind the gate: its replicas carry the label that stages (gate 2).
   */
  VersionContent behindTheGate() {
    return new VersionContent(policy, snapshot, targets, sets, inform, carried, true);
  }

  /**
   * Returns the hash of a version: that of its replicas' spec, with the root's action. Dependencies
   * on policy sets, which are rendered with today's sets, are no part of it: a hash that an attempt
   * has stored stays valid whatever becomes of the sets (rollout-strategy E3).
   */
  public static String hash(PolicyName policy, PolicySnapshot snapshot) {
    return ReplicaRenderer.spec(policy, snapshot, Optional.empty(), PolicySets.NONE).hash();
  }

  /** Renders the replica of that cluster; its spec once for each action. */
  public ReplicaContent on(String cluster, Optional<String> encryptionIv) {
    ReplicaContent rendered =
        ReplicaRenderer.render(policy, snapshot, cluster, spec(action(cluster)), encryptionIv);
    return gated ? staged(rendered) : rendered;
  }

  private static ReplicaContent staged(ReplicaContent rendered) {
    Map<String, String> labels = new TreeMap<>(rendered.labels());
    labels.put(GateLabels.STAGED, GateLabels.TRUE);
    return new ReplicaContent(labels, rendered.annotations(), rendered.shared());
  }

  /** Returns the hash of the spec on that cluster; rendered once for each action. */
  public String hashOn(String cluster) {
    return hashWith(action(cluster));
  }

  private String hashWith(Optional<String> action) {
    return spec(action).hash();
  }

  private ReplicaSpec spec(Optional<String> action) {
    return specs.computeIfAbsent(
        action, given -> ReplicaRenderer.spec(policy, snapshot, given, sets));
  }

  /**
   * Returns whether the replica has the version as inform, as it is until its cluster's turn
   * (rollout-strategy 3.1).
   */
  public boolean asInformOn(Replica replica) {
    return carried.isPresent()
        ? carried.get().asInformBy(replica)
        : replica.contentHash().equals(hashWith(Optional.of(INFORM)));
  }

  /** Returns the hash for the rollout: the version's, if the replica carries the version. */
  public String hashOf(Replica replica, PolicyVersion version) {
    if (carried.isPresent()) {
      return carried.get().by(replica) ? version.contentHash() : CarriedTemplates.other(replica);
    }
    return rule(replica, version).hashOf(replica);
  }

  /** Returns the same for a replica that this attempt may have dispatched. */
  public String hashOf(Replica replica, PolicyVersion version, String rolloutUid) {
    return carried.isPresent()
        ? hashOf(replica, version)
        : rule(replica, version).hashOf(replica, rolloutUid);
  }

  private CarriedVersion rule(Replica replica, PolicyVersion version) {
    return new CarriedVersion(version, hashOn(replica.cluster()), rendersSets());
  }

  /** Returns whether it depends on policy sets, and so on what is in them today. */
  public boolean rendersSets() {
    return !PolicySetRefs.of(snapshot.spec(), policy.namespace()).isEmpty();
  }

  /** Returns the state of a replica, with the hash for the rollout. */
  public ReplicaState held(Replica replica, PolicyVersion version) {
    return new ReplicaState(replica.cluster(), hashOf(replica, version), replica.dispatch());
  }

  private Optional<String> action(String cluster) {
    if (inform) {
      return Optional.of(INFORM);
    }
    Optional<String> own =
        snapshot.spec().get("remediationAction") instanceof String action && !action.isEmpty()
            ? Optional.of(action)
            : Optional.empty();
    return targets.action(cluster, own);
  }
}
