package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.tools.placement.PlacementObjects;
import java.util.List;
import java.util.Optional;

/**
 * Holds what is checked.
 *
 * @param fleet what Placements choose from; empty where it is not known
 * @param notes sentences: what is not checked, and why
 */
record LintInput(LintObjects objects, Optional<PlacementObjects> fleet, List<String> notes) {
  LintInput {
    requireNonNull(objects, "objects is null");
    requireNonNull(fleet, "fleet is null");
    notes = List.copyOf(notes);
  }
}
