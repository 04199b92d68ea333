package io.sluice.activation.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRecord;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.snapshot.PlacementSnapshot;
import io.sluice.policy.propagation.HeldBinding;
import io.sluice.rollout.strategy.Amount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Holds what is stored of one contribution: the last decision about its activation, and the
 * targeting that is active with its clusters.
 *
 * @param binding its name; empty for the strategy
 * @param snapshot the active targeting; empty before its first activation
 * @param placementGeneration that of the placement when it became active; 0 where it is not known
 * @param groups the clusters of it, in every group of its placement
 * @param groupSize clusters per group, where its placement sets it
 */
public record ContributionRecord(
    String binding,
    ActivationRecord record,
    Optional<Map<String, Object>> snapshot,
    long placementGeneration,
    List<DecisionGroup> groups,
    Optional<Amount> groupSize) {
  /** Names the contribution that is the strategy. */
  static final String STRATEGY = "";

  public ContributionRecord {
    requireNonNull(binding, "binding is null");
    requireNonNull(record, "record is null");
    requireNonNull(snapshot, "snapshot is null");
    groups = List.copyOf(groups);
    requireNonNull(groupSize, "groupSize is null");
  }

  /** Returns whether this is the strategy, and not a binding. */
  public boolean strategy() {
    return binding.equals(STRATEGY);
  }

  /** Returns the binding as it is active; empty while it contributes nothing. */
  public Optional<HeldBinding> held() {
    return snapshot.map(active -> ContributionSnapshot.held(active, clusters(groups)));
  }

  /** Returns the active groups of its placement. */
  public Optional<PlacementSnapshot> placement() {
    return snapshot.map(
        active ->
            new PlacementSnapshot(
                ContributionSnapshot.ref(active).kind(),
                ContributionSnapshot.ref(active).name(),
                groups.stream().filter(group -> !group.clusters().isEmpty()).toList(),
                groups.stream().map(DecisionGroup::key).toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                groupSize));
  }

  /** Returns the clusters that it selects while it is active. */
  List<String> selected() {
    return snapshot
        .map(active -> ContributionSnapshot.selected(active, clusters(groups)))
        .orElse(List.of());
  }

  /** Returns the groups without clusters that have vanished. */
  static List<DecisionGroup> existing(List<DecisionGroup> groups, Predicate<String> exists) {
    return groups.stream()
        .map(group -> new DecisionGroup(group.key(), kept(group, exists)))
        .toList();
  }

  private static List<String> kept(DecisionGroup group, Predicate<String> exists) {
    return group.clusters().stream().filter(exists).toList();
  }

  static List<String> clusters(List<DecisionGroup> groups) {
    return groups.stream().flatMap(group -> group.clusters().stream()).toList();
  }
}
