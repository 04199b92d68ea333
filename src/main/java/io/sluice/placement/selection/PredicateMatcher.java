package io.sluice.placement.selection;

import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import io.sluice.placement.spec.ClusterPredicate;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the first predicate that a cluster matches (placement 3.2).
 *
 * <p>It remembers the answers of expensive predicates, so that a second evaluation pays only for
 * the clusters that changed. Clusters are immutable: the same object has the same answer.
 */
final class PredicateMatcher {
  /** There are no predicates, or none of them matches. */
  static final int NONE = -1;

  private final List<ClusterPredicate> predicates;
  private final boolean remembers;
  private Map<ManagedCluster, Integer> former = new IdentityHashMap<>();
  private Map<ManagedCluster, Integer> present = new IdentityHashMap<>();

  PredicateMatcher(List<ClusterPredicate> predicates) {
    this.predicates = List.copyOf(predicates);
    boolean cel = predicates.stream().anyMatch(each -> each.cel().isPresent());
    // An answer that depends on scores changes without the cluster.
    this.remembers = cel && predicates.stream().noneMatch(ClusterPredicate::usesScores);
  }

  /** Begins an evaluation: forgets the clusters that the last one did not have. */
  void begin() {
    former = present;
    present = new IdentityHashMap<>();
  }

  /** Returns the index of the first predicate that matches, or {@link #NONE}. */
  int match(ManagedCluster cluster, ScoreTable scores) {
    if (!remembers) {
      return matchAnew(cluster, scores);
    }
    Integer known = former.get(cluster);
    int index = known == null ? matchAnew(cluster, scores) : known;
    present.put(cluster, index);
    return index;
  }

  int matchAnew(ManagedCluster cluster, ScoreTable scores) {
    for (int i = 0; i < predicates.size(); i++) {
      if (predicates.get(i).matches(cluster, scores)) {
        return i;
      }
    }
    return NONE;
  }

  /** Returns whether an index means that the cluster passed: no predicate matches everything. */
  boolean passes(int index) {
    return predicates.isEmpty() || index != NONE;
  }
}
