package io.sluice.control.rollout;

import io.sluice.beside.OverrideRelease;
import io.sluice.fleet.ClusterStatus;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Remembers the clusters whose soak is over, of policies that release each cluster by itself
 * (policy-propagation 14.3.6).
 *
 * <p>Only the run knows them while their group goes on. It is asked apart from the writes to the
 * hub, which must not wait for Temporal.
 */
public final class SoakedClusters {
  private final Function<PolicyName, Optional<Ledger>> ledgers;
  private final Map<PolicyName, Soaked> known = new ConcurrentHashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param ledgers asks the open run of a policy; empty without one
   */
  public SoakedClusters(Function<PolicyName, Optional<Ledger>> ledgers) {
    this.ledgers = ledgers;
  }

  private record Soaked(String rolloutUid, Set<String> clusters) {}

  /**
   * Asks the open run of the policy, if its clusters are released each by itself.
   *
   * @return whether there are others than before
   * @throws RuntimeException when Temporal cannot be reached
   */
  public boolean refresh(PolicyContext context) {
    PolicyName policy = context.objects().policy();
    if (context.release() != OverrideRelease.PER_CLUSTER) {
      known.remove(policy);
      return false;
    }
    Optional<Soaked> soaked = ledgers.apply(policy).map(SoakedClusters::soaked);
    return soaked.isPresent() && !soaked.get().equals(known.put(policy, soaked.get()));
  }

  private static Soaked soaked(Ledger ledger) {
    return new Soaked(
        ledger.attempt().rolloutUid(),
        ledger.rows().stream()
            .filter(row -> row.ended() && row.status().equals(ClusterStatus.SUCCEEDED.label()))
            .map(Ledger.Row::cluster)
            .collect(Collectors.toSet()));
  }

  /** Returns those of the present attempt, with those that its status shows. */
  public Set<String> of(PolicyContext context) {
    Set<String> clusters = new TreeSet<>(FinishedClusters.of(context));
    Soaked soaked = known.get(context.objects().policy());
    if (soaked != null
        && context
            .rolloutStatus()
            .filter(rollout -> rollout.rolloutUid().equals(soaked.rolloutUid()))
            .isPresent()) {
      clusters.addAll(soaked.clusters());
    }
    return clusters;
  }
}
