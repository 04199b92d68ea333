package io.sluice.activation.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRelease;
import io.sluice.policy.PolicyName;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Holds what decides about the activation of a policy: present objects and the stored record.
 *
 * @param created when the policy was created
 * @param content hash of the policy's content (lazy-activation 4.3)
 * @param preference that of the policy: it governs all bindings and the strategy
 * @param strategy as it is written; absent for a policy without one
 * @param strategyEdited when it was edited last or before, where that is known
 * @param contributions of every binding that binds the policy, lazy or not
 * @param replicas the clusters that have a replica
 * @param exists whether a cluster of that name is managed
 */
public record PolicyActivationInput(
    PolicyName policy,
    long generation,
    Instant created,
    String content,
    ActivationPreference preference,
    Optional<Object> strategy,
    Optional<Instant> strategyEdited,
    List<Contribution> contributions,
    Optional<PolicyActivation> former,
    Set<String> replicas,
    Predicate<String> exists,
    ActivationRelease release) {
  public PolicyActivationInput {
    requireNonNull(policy, "policy is null");
    requireNonNull(created, "created is null");
    requireNonNull(content, "content is null");
    requireNonNull(preference, "preference is null");
    requireNonNull(strategy, "strategy is null");
    requireNonNull(strategyEdited, "strategyEdited is null");
    contributions = List.copyOf(contributions);
    requireNonNull(former, "former is null");
    replicas = Set.copyOf(replicas);
    requireNonNull(exists, "exists is null");
    requireNonNull(release, "release is null");
  }

  /** Returns every contribution, the strategy first: it is lazy if every binding is. */
  List<Contribution> all() {
    boolean lazy =
        !contributions.isEmpty()
            && contributions.stream().allMatch(binding -> binding.preference().lazy());
    Contribution ofStrategy =
        new Contribution(
            ContributionRecord.STRATEGY,
            generation,
            strategyEdited,
            strategyEdited,
            new ActivationPreference(lazy, Optional.empty()),
            0,
            Optional.empty(),
            strategy
                .<Map<String, Object>>map(
                    tree -> Map.of(PolicyActivationPlanner.STRATEGY_FIELD, tree))
                .orElse(Map.of()),
            List.of(),
            Optional.empty(),
            Optional.empty());
    return Stream.concat(Stream.of(ofStrategy), contributions.stream()).toList();
  }

  /** Returns whether the replicas are just those of the desired targeting. */
  boolean replicasAsDesired() {
    Set<String> selected = new HashSet<>();
    contributions.forEach(
        binding ->
            selected.addAll(
                ContributionSnapshot.selected(
                    binding.snapshot(), ContributionRecord.clusters(binding.groups()))));
    return selected.equals(replicas);
  }
}
