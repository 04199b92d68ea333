package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.admission.BindingAdmission;

/** Names the Placement or PlacementRule of a binding. */
public record PlacementRef(String apiGroup, String kind, String name) {
  static final String PLACEMENT_RULE = "PlacementRule";

  public PlacementRef {
    requireNonNull(apiGroup, "apiGroup is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
  }

  /** False for a kind that is no placement: such a binding selects no cluster. */
  boolean valid() {
    return BindingAdmission.validPlacement(apiGroup, kind);
  }
}
