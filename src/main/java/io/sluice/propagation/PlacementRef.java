package io.sluice.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.admission.BindingAdmission;

/** Names the placement whose decisions a binding takes. */
public record PlacementRef(String apiGroup, String kind, String name) {
  static final String PLACEMENT_RULE = "PlacementRule";

  public PlacementRef {
    requireNonNull(apiGroup, "apiGroup is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
  }

  /** False when no placement can be meant: such a binding selects nobody. */
  boolean valid() {
    return BindingAdmission.validPlacement(apiGroup, kind);
  }
}
