package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.sluice.gate.GateLabels;
import io.sluice.gate.HeldInputs;
import io.sluice.gate.LedgerEntry;
import io.sluice.gate.TicketLedger;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.HubTemplates;
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
  private final boolean rendersSets;
  private final boolean inform;
  private final Optional<CarriedTemplates> carried;
  private final Optional<Gate> gate;
  private final Map<Optional<String>, ReplicaSpec> specs = new ConcurrentHashMap<>();

  /**
   * Prepares to render one version.
   *
   * @param targets the clusters and their actions, with overrides ignored where they do not count
   * @param sets the policy sets of today
   */
  public VersionContent(
      PolicyName policy, PolicySnapshot snapshot, Targets targets, PolicySets sets) {
    this(policy, snapshot, targets, sets, false, Optional.empty(), Optional.empty());
  }

  private VersionContent(
      PolicyName policy,
      PolicySnapshot snapshot,
      Targets targets,
      PolicySets sets,
      boolean inform,
      Optional<CarriedTemplates> carried,
      Optional<Gate> gate) {
    this.gate = gate;
    this.policy = requireNonNull(policy, "policy is null");
    this.snapshot = requireNonNull(snapshot, "snapshot is null");
    this.targets = requireNonNull(targets, "targets is null");
    this.sets = requireNonNull(sets, "sets is null");
    // Asked for each replica that is looked at.
    this.rendersSets = !PolicySetRefs.of(snapshot.spec(), policy.namespace()).isEmpty();
    this.inform = inform;
    this.carried = carried;
  }

  /** Returns the same version as inform, for clusters before their turn (rollout-strategy 3.1). */
  public VersionContent asInform() {
    return new VersionContent(policy, snapshot, targets, sets, true, carried, gate);
  }

  /**
   * Returns the same version where OCM's propagator renders the replicas: a replica carries it if
   * it enforces its templates (policy-propagation 14.3.4).
   */
  VersionContent besidePropagator() {
    return new VersionContent(
        policy, snapshot, targets, sets, inform, Optional.of(new CarriedTemplates(snapshot)), gate);
  }

  /**
   * Returns the same version behind the gate: its replicas carry the label that stages (gate 2).
   */
  VersionContent behindTheGate(TicketLedger ledger, HeldInputs inputs) {
    Optional<TakenVersion> taken =
        HubTemplates.in(snapshot) || rendersSets()
            ? Optional.of(TakenVersion.now(snapshot, ledger, inputs))
            : Optional.empty();
    return new VersionContent(
        policy, snapshot, targets, sets, inform, carried, Optional.of(new Gate(taken)));
  }

  /**
   * Stands for the gate.
   *
   * @param taken present if only the ledger shows who has the version
   */
  private record Gate(Optional<TakenVersion> taken) {}

  /**
   * Returns what recognizes replicas of a version that OCM's propagator renders by what else is on
   * the hub, hub templates or policy sets, so that it cannot be seen in a replica; empty for any
   * other.
   */
  private Optional<TakenVersion> taken() {
    return gate.flatMap(Gate::taken);
  }

  /** Returns whether Sluice cannot write it: OCM's propagator renders hub templates in it. */
  public boolean renderedByPropagator() {
    return gate.isPresent() && HubTemplates.in(snapshot);
  }

  /** Returns whether the ledger alone shows which clusters have it (gate 5). */
  public boolean shownByLedger() {
    return taken().isPresent();
  }

  /**
   * Returns the entry of the ledger for a cluster whose replica OCM's propagator has just written
   * with a ticket; empty where the replica shows its version.
   */
  public Optional<LedgerEntry> entry(Replica written, PolicyVersion version, long attempt) {
    return taken()
        .map(
            taken ->
                new LedgerEntry(
                    version.contentHash(),
                    taken.inputs().number(),
                    written.contentHash(),
                    attempt));
  }

  /** Returns whether the replica may hold the version: it does, as far as that can be seen. */
  public boolean mayBeOn(Replica replica) {
    return taken()
        .map(taken -> taken.perhapsBy(replica))
        .orElseGet(() -> replica.contentHash().equals(hashOn(replica.cluster())));
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
    return gate.isPresent() ? staged(rendered) : rendered;
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

  /** Returns whether a replica that OCM's propagator renders enforces the version. */
  public boolean enforcedBy(Replica replica) {
    return carried.map(templates -> templates.by(replica)).orElse(false);
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
    return taken()
        .map(
            taken ->
                taken.by(replica, version) ? version.contentHash() : TakenVersion.other(replica))
        .orElseGet(() -> rule(replica, version).hashOf(replica));
  }

  /** Returns the same for a replica that this attempt may have dispatched. */
  public String hashOf(Replica replica, PolicyVersion version, String rolloutUid) {
    return carried.isPresent() || shownByLedger()
        ? hashOf(replica, version)
        : rule(replica, version).hashOf(replica, rolloutUid);
  }

  private CarriedVersion rule(Replica replica, PolicyVersion version) {
    return new CarriedVersion(version, hashOn(replica.cluster()), rendersSets());
  }

  /** Returns whether it depends on policy sets, and so on what is in them today. */
  public boolean rendersSets() {
    return rendersSets;
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
