package io.sluice.activation.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRecord;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what is stored of the activation of a policy: {@code Rollout.status.activation}
 * (lazy-activation 4.5).
 *
 * @param record what is active and pending of all contributions together; the generation of the
 *     active intent is that of the policy when it was activated
 * @param released the revision that was activated last without a change of the content, which began
 *     an attempt of its own
 * @param joined how many clusters joined with the last activation: they have their turn in its
 *     attempt, and no former version before
 * @param contributions by the name of the binding
 * @param clustersToAdd how many clusters join when what is pending is activated
 * @param clustersToChange how many of the others have another override then
 * @param clustersToRemove how many leave then
 */
public record PolicyActivation(
    ActivationRecord record,
    Optional<String> released,
    long joined,
    List<ContributionRecord> contributions,
    long clustersToAdd,
    long clustersToChange,
    long clustersToRemove) {
  public PolicyActivation {
    requireNonNull(record, "record is null");
    requireNonNull(released, "released is null");
    contributions = List.copyOf(contributions);
  }

  /** Returns whether the activation was planned for this content. */
  public boolean decided(String content) {
    return record.seen().hash().equals(content);
  }

  /** Returns what is stored of a binding. */
  public Optional<ContributionRecord> contribution(String binding) {
    return contributions.stream().filter(stored -> stored.binding().equals(binding)).findFirst();
  }

  /** Returns the clusters of what is active. */
  public List<String> clusters() {
    return contributions.stream().flatMap(stored -> stored.selected().stream()).distinct().toList();
  }

  /** Returns the generation of the policy that is active. */
  public Optional<Long> generation() {
    return record.active().map(active -> active.generation());
  }

  /** Returns the active strategy; empty for a policy without one. */
  public Optional<Object> strategy() {
    return contribution(ContributionRecord.STRATEGY)
        .flatMap(ContributionRecord::snapshot)
        .flatMap(
            snapshot -> Optional.ofNullable(snapshot.get(PolicyActivationPlanner.STRATEGY_FIELD)))
        .map(strategy -> strategy instanceof Map<?, ?> ? JsonTree.map(strategy) : strategy);
  }
}
