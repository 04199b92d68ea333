package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.tools.manifest.ManifestFault;
import io.sluice.tools.placement.PlacementObjects;
import java.util.List;
import java.util.Optional;

/**
 * Holds what is checked.
 *
 * @param fleet what Placements choose from; empty where it is not known
 * @param former the policies on the hub that these replace
 * @param faults what of the files cannot be read
 * @param notes sentences: what is not checked, and why
 */
record LintInput(
    LintObjects objects,
    Optional<PlacementObjects> fleet,
    LintObjects former,
    List<ManifestFault> faults,
    List<String> notes) {
  LintInput {
    requireNonNull(objects, "objects is null");
    requireNonNull(fleet, "fleet is null");
    requireNonNull(former, "former is null");
    faults = List.copyOf(faults);
    notes = List.copyOf(notes);
  }

  /** Returns the same, of which the hub has these policies. */
  LintInput replacing(LintObjects known) {
    return new LintInput(objects, fleet, known, faults, notes);
  }
}
