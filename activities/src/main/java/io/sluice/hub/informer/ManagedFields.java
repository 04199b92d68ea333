package io.sluice.hub.informer;

import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import java.util.Set;

/** Decides how much is kept of an object's managed fields, the largest part of many objects. */
enum ManagedFields {
  /**
   * All: intent is attributed to its writer (rollout-strategy 4), and edits of a policy's spec are
   * dated (lazy-activation 2.6). Also for unknown kinds.
   */
  ALL,
  /** Who wrote something and when, and whether it was the status or the spec. */
  TIMES,
  NONE;

  private static final Set<String> ATTRIBUTED =
      Set.of(
          Kinds.ROLLOUT.getKind(),
          KarmadaKinds.PROPAGATION_POLICY.getKind(),
          KarmadaKinds.CLUSTER_PROPAGATION_POLICY.getKind());

  private static final Set<String> TIMED =
      Set.of(
          Kinds.POLICY.getKind(),
          Kinds.PLACEMENT_BINDING.getKind(),
          Kinds.PLACEMENT_RULE.getKind(),
          Kinds.POLICY_SET.getKind(),
          Kinds.PLACEMENT.getKind(),
          Kinds.PLACEMENT_DECISION.getKind());

  /**
   * Returns what is kept of objects of a kind.
   *
   * @param kind null where it is not known yet
   */
  static ManagedFields of(String kind) {
    if (kind == null || ATTRIBUTED.contains(kind)) {
      return ALL;
    }
    return TIMED.contains(kind) ? TIMES : NONE;
  }
}
