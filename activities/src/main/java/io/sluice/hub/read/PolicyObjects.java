package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.LabelSelector;
import io.sluice.gate.HeldInputs;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.Problem;
import io.sluice.rollout.lifecycle.StagingWay;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the objects that decide about one policy, as they were read.
 *
 * <p>The lists may hold objects of other policies; {@link PolicyContext} selects. All are of the
 * policy's namespace, except managed clusters.
 *
 * @param rollout the Rollout object of this name, of whatever owner
 * @param managedClusters read only for a selector over their labels
 * @param strategyDropped whether the Policy CRD drops strategies; checked only where one may have
 *     been lost
 * @param foreignSets looks up PolicySets of other namespaces, for dependencies on them
 * @param mode of the process: whether OCM's propagator writes the replicas
 * @param ledger which version each cluster took by a ticket, where replicas do not show it (gate 5)
 * @param parsed what was parsed of these objects before, if they are those of informers
 * @param calendars those that may bind its Rollout
 * @param approvals decides whether rules of approvals may be used
 * @param suspended why nothing is written on this hub at present
 */
public record PolicyObjects(
    PolicyName policy,
    Optional<GenericKubernetesResource> root,
    Optional<GenericKubernetesResource> rollout,
    List<GenericKubernetesResource> bindings,
    List<GenericKubernetesResource> sets,
    List<GenericKubernetesResource> placements,
    List<GenericKubernetesResource> rules,
    List<GenericKubernetesResource> decisions,
    Supplier<List<GenericKubernetesResource>> managedClusters,
    BooleanSupplier strategyDropped,
    Optional<Problem> suspended,
    PolicySets foreignSets,
    HubMode mode,
    TicketLedger ledger,
    PlacementCache parsed,
    CalendarObjects calendars,
    ApprovalGuard approvals) {
  public PolicyObjects {
    requireNonNull(policy, "policy is null");
    requireNonNull(root, "root is null");
    requireNonNull(rollout, "rollout is null");
    bindings = List.copyOf(bindings);
    sets = List.copyOf(sets);
    placements = List.copyOf(placements);
    rules = List.copyOf(rules);
    decisions = List.copyOf(decisions);
    requireNonNull(managedClusters, "managedClusters is null");
    requireNonNull(strategyDropped, "strategyDropped is null");
    requireNonNull(suspended, "suspended is null");
    requireNonNull(foreignSets, "foreignSets is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(ledger, "ledger is null");
    requireNonNull(parsed, "parsed is null");
    requireNonNull(calendars, "calendars is null");
    requireNonNull(approvals, "approvals is null");
  }

  /** Returns the policy and its Rollout alone, of which nobody asks what it selects. */
  public static PolicyObjects withoutFleet(
      PolicyName policy,
      Optional<GenericKubernetesResource> root,
      Optional<GenericKubernetesResource> rollout,
      HubMode mode) {
    return new PolicyObjects(
        policy,
        root,
        rollout,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List::of,
        () -> false,
        Optional.empty(),
        PolicySets.NONE,
        mode,
        TicketLedger.NONE,
        new PlacementCache(),
        CalendarObjects.UNREAD,
        ApprovalGuard.UNASKED);
  }

  /** Returns how the policy is staged, if it is. */
  public StagingWay way() {
    return mode.way(root);
  }

  /** Returns how the inputs of its hub templates are numbered now (gate 6). */
  public HeldInputs inputs() {
    return HeldInputs.of(rollout.map(HubObjects::annotations).orElse(Map.of()));
  }

  /** Returns the same objects, but nothing may be written for that reason. */
  public PolicyObjects suspended(Optional<Problem> why) {
    return new PolicyObjects(
        policy,
        root,
        rollout,
        bindings,
        sets,
        placements,
        rules,
        decisions,
        managedClusters,
        strategyDropped,
        why,
        foreignSets,
        mode,
        ledger,
        parsed,
        calendars,
        approvals);
  }

  /** Returns the same objects with another state of the Rollout object. */
  public PolicyObjects with(GenericKubernetesResource written) {
    return new PolicyObjects(
        policy,
        root,
        Optional.of(written),
        bindings,
        sets,
        placements,
        rules,
        decisions,
        managedClusters,
        strategyDropped,
        suspended,
        foreignSets,
        mode,
        ledger,
        parsed,
        calendars,
        approvals);
  }

  /**
   * Returns whether those are the same objects in the same order, apart from the Rollout object: an
   * informer returns the same instance until an object changes.
   */
  public boolean sameAs(PolicyObjects other) {
    return root.orElse(null) == other.root.orElse(null)
        && ParsedList.same(bindings, other.bindings)
        && ParsedList.same(sets, other.sets)
        && ParsedList.same(placements, other.placements)
        && ParsedList.same(rules, other.rules)
        && ParsedList.same(decisions, other.decisions);
  }

  /** Returns the clusters whose ManagedCluster is not available. */
  public Set<String> outOfReach() {
    return managedClusters.get().stream()
        .filter(found -> Reachability.unreachable(Optional.of(found)))
        .map(found -> found.getMetadata().getName())
        .collect(Collectors.toSet());
  }

  /** Returns the names of the managed clusters with such labels, sorted. */
  Stream<String> clustersWith(LabelSelector selector) {
    return managedClusters.get().stream()
        .filter(cluster -> selector.matches(HubObjects.labels(cluster)))
        .map(cluster -> cluster.getMetadata().getName())
        .sorted();
  }
}
