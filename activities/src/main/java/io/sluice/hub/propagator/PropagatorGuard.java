package io.sluice.hub.propagator;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.LeaseRenewals;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.Refusal.Reason;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides whether replicas and statuses of policies may be written: not while OCM's own propagator
 * runs, because it writes them too (policy-propagation 8.1).
 *
 * <p>It runs while its Lease is renewed, in one of {@link PropagatorNamespaces}.
 */
public final class PropagatorGuard {
  /** The name of the propagator's Lease. */
  public static final String LEASE = "policy-propagator.open-cluster-management.io";

  /** Never forbids a write: for hubs without a propagator. */
  public static final PropagatorGuard ALONE = new PropagatorGuard(List::of, Clock.systemUTC());

  private final Supplier<List<GenericKubernetesResource>> leases;
  private final LeaseRenewals renewals;

  /**
   * Guards by these Leases.
   *
   * @param leases those that may be the propagator's, as they are now
   */
  public PropagatorGuard(Supplier<List<GenericKubernetesResource>> leases, Clock clock) {
    this.leases = requireNonNull(leases, "leases is null");
    this.renewals = new LeaseRenewals(clock);
  }

  /** Returns whether nothing forbids to write. */
  public boolean free() {
    return problem().isEmpty();
  }

  /** Returns why nothing is written; empty when the propagator does not run. */
  public Optional<Problem> problem() {
    return leases.get().stream()
        .filter(renewals::renewed)
        .map(GenericKubernetesResource::getMetadata)
        .map(PropagatorGuard::problem)
        .findFirst();
  }

  /**
   * Returns why nothing is written for the policies of a namespace. The propagator comes first: it
   * concerns all of them.
   *
   * @param cluster whether there is a ManagedCluster of that name, too
   */
  public Optional<Problem> problem(String namespace, boolean cluster) {
    return problem()
        .or(() -> cluster ? Optional.of(ClusterNamespace.problem(namespace)) : Optional.empty());
  }

  private static Problem problem(ObjectMeta lease) {
    return new Problem(
        Reason.PROPAGATOR_RUNNING.label(),
        "Lease %s/%s".formatted(lease.getNamespace(), lease.getName()),
        "is being renewed, so OCM's propagator runs and writes the same replicas",
        "Scale the deployment governance-policy-propagator to 0; Sluice continues when the Lease"
            + " has expired");
  }
}
