package io.sluice.placement.selection;

/** Lists where the choice of clusters ends for one of them, in the order of the steps. */
public enum SelectionStage {
  /** It is in no set that is bound to the namespace and that the Placement takes. */
  NOT_IN_POOL,
  /** It is being deleted. */
  DELETING,
  /** It matches no predicate. */
  PREDICATE,
  /** It has a taint that is not tolerated. */
  TAINT,
  /** Others rank higher, and {@code numberOfClusters} takes no more. */
  CUT,
  /** It is chosen. */
  SELECTED,
  /** The Placement is not evaluated or misconfigured, so that no cluster is chosen anew. */
  UNDECIDED
}
