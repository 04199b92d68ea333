package io.sluice.tools.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What files change, as a part of the document {@code RolloutPlan}. */
record ChangesDocument(
    boolean none,
    boolean newPolicy,
    Optional<PlanChanges.Version> generation,
    List<PlanChanges.Setting> settings,
    PlanChanges.Names approvals,
    PlanChanges.Names groups,
    PlanChanges.Names clusters,
    List<PlanChanges.Move> moved,
    Waves waves,
    Times leastSeconds,
    Times likelySeconds) {
  /** The numbers of waves, and of those of each cluster. */
  record Waves(int from, int to, List<Move> moved) {}

  record Move(String cluster, int from, int to) {}

  /** A time that is not known is absent. */
  record Times(Optional<Long> from, Optional<Long> to) {
    static Times of(PlanChanges.Times times) {
      return new Times(
          times.before().map(Duration::toSeconds), times.after().map(Duration::toSeconds));
    }
  }

  static ChangesDocument of(PlanChanges changes) {
    return new ChangesDocument(
        changes.none(),
        !changes.known(),
        changes.version(),
        changes.settings(),
        changes.approvals(),
        changes.groups(),
        changes.clusters(),
        changes.moved(),
        new Waves(
            changes.waves().before(),
            changes.waves().after(),
            changes.waves().moved().stream()
                .map(
                    move ->
                        new Move(
                            move.cluster(),
                            Integer.parseInt(move.from()),
                            Integer.parseInt(move.to())))
                .toList()),
        Times.of(changes.least()),
        Times.of(changes.likely()));
  }
}
