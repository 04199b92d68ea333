package io.sluice.activation.policy;

import io.sluice.activation.ActivationRecord;
import io.sluice.fleet.DecisionGroup;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what decides about one contribution: what it is now, and what was active and recorded of it
 * so far.
 *
 * @param preference that of the binding and of the policy together
 * @param record of the last decision; empty where none was made
 * @param snapshot the active targeting without what was withdrawn since; empty before its first
 *     activation
 * @param placementGeneration that of the placement when it became active; 0 where it is not known
 * @param groups the clusters of it that are managed, in every group of its placement
 * @param groupSize clusters per group
 */
record ContributionInput(
    Contribution desired,
    ActivationPreference preference,
    Optional<ActivationRecord> record,
    Optional<Map<String, Object>> snapshot,
    long placementGeneration,
    List<DecisionGroup> groups,
    Optional<Amount> groupSize) {
  ContributionInput {
    // A placement that has its active spec has the size of its groups, whatever was stored.
    groupSize = activePlacement(desired, snapshot) ? desired.groupSize() : groupSize;
  }

  private static boolean activePlacement(
      Contribution desired, Optional<Map<String, Object>> snapshot) {
    return snapshot
        .map(ContributionSnapshot::placement)
        .filter(ContributionSnapshot.placement(desired.snapshot())::equals)
        .isPresent();
  }

  /** Joins a contribution with what is stored of it. */
  static ContributionInput of(
      PolicyActivationInput in, Contribution desired, Optional<ContributionRecord> stored) {
    Optional<Map<String, Object>> snapshot =
        stored
            .flatMap(ContributionRecord::snapshot)
            .map(active -> ContributionSnapshot.withdrawn(active, desired.snapshot()));
    return new ContributionInput(
        desired,
        in.preference().or(desired.preference()),
        stored
            .map(ContributionRecord::record)
            .map(former -> snapshot.map(former::retargeted).orElse(former)),
        snapshot,
        stored.map(ContributionRecord::placementGeneration).orElse(0L),
        ContributionRecord.existing(
            stored.map(ContributionRecord::groups).orElse(List.of()), in.exists()),
        stored.flatMap(ContributionRecord::groupSize));
  }

  /** Returns the targeting that would be active if everything that can be activated were. */
  Map<String, Object> target() {
    return usable() ? desired.snapshot() : snapshot.orElse(Map.of());
  }

  /** Returns the clusters that this contribution would have then. */
  List<String> targetClusters() {
    return ContributionSnapshot.selected(
        target(), ContributionRecord.clusters(usable() ? desired.groups() : groups));
  }

  private boolean usable() {
    return preference.unknown().isEmpty() && desired.unresolved().isEmpty();
  }

  /**
   * Returns until when clusters neither join nor leave although the placement has its active spec:
   * an edit of it was reverted, and its decisions may be those of the edit.
   */
  Optional<Instant> settling(Instant now) {
    return desired
        .settlesAt()
        .filter(now::isBefore)
        .filter(at -> placementGeneration != 0)
        .filter(at -> placementGeneration != desired.placementGeneration());
  }

  /** Returns what is stored while the same stays active, with the same clusters. */
  ContributionRecord kept(ActivationRecord decided) {
    return new ContributionRecord(
        desired.binding(), decided, snapshot, placementGeneration, groups, groupSize);
  }

  /** Returns whether an edit waited here at the last decision. */
  boolean waited() {
    return record.flatMap(ActivationRecord::pending).isPresent();
  }
}
