package io.sluice.template;

import io.sluice.fleet.ByteOrder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Settles which policy owns a template (lazy-activation 2.4).
 *
 * <p>An owner keeps its template: it loses it when it goes or matches no more, and to a policy that
 * preempts it. Whether the new owner's placement acts at once is another question.
 */
public final class OwnerResolver {
  private OwnerResolver() {}

  /**
   * Returns the owner.
   *
   * @param policies all that may match
   */
  public static Optional<PropagationPolicy> owner(
      ResourceTemplate template, Collection<PropagationPolicy> policies) {
    List<PropagationPolicy> matching =
        policies.stream().filter(policy -> policy.matches(template)).toList();
    Optional<PropagationPolicy> present =
        PolicyClaim.of(template.labels(), template.annotations())
            .flatMap(claim -> matching.stream().filter(policy -> owns(policy, claim)).findFirst());
    if (present.isEmpty()) {
      return first(template, matching);
    }
    return best(
            template,
            matching.stream().filter(challenger -> preempts(challenger, present.get())).toList())
        .or(() -> present);
  }

  private static boolean owns(PropagationPolicy policy, PolicyClaim claim) {
    return policy.name().equals(claim.policy())
        && policy.permanentId().equals(Optional.of(claim.permanentId()));
  }

  /** Only without a policy of the namespace a cluster-wide one comes first. */
  private static Optional<PropagationPolicy> first(
      ResourceTemplate template, List<PropagationPolicy> matching) {
    return best(template, matching.stream().filter(policy -> !policy.name().clusterWide()).toList())
        .or(() -> best(template, matching));
  }

  private static boolean preempts(PropagationPolicy challenger, PropagationPolicy owner) {
    if (!challenger.preempts() || challenger.name().equals(owner.name())) {
      return false;
    }
    if (challenger.name().clusterWide() != owner.name().clusterWide()) {
      return owner.name().clusterWide();
    }
    return challenger.priority() > owner.priority();
  }

  /** A policy of the namespace beats a cluster-wide one, as where there is no owner yet. */
  private static Optional<PropagationPolicy> best(
      ResourceTemplate template, List<PropagationPolicy> candidates) {
    return candidates.stream()
        .min(
            Comparator.<PropagationPolicy, Boolean>comparing(policy -> policy.name().clusterWide())
                .thenComparing(PropagationPolicy::priority, Comparator.reverseOrder())
                .thenComparing(policy -> policy.precision(template), Comparator.reverseOrder())
                .thenComparing(policy -> policy.name().name(), ByteOrder.NAMES));
  }
}
