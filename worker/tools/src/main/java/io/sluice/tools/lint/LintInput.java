package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.read.HubMode;
import io.sluice.tools.manifest.ManifestFault;
import io.sluice.tools.placement.PlacementObjects;
import java.util.List;
import java.util.Optional;

/**
 * Holds what is checked.
 *
 * @param mode of the worker that is to roll it out
 * @param fleet what Placements choose from; empty where it is not known
 * @param former the policies on the hub that these replace
 * @param faults what of the files cannot be read
 * @param notes sentences: what is not checked, and why
 */
record LintInput(
    HubMode mode,
    LintObjects objects,
    Optional<PlacementObjects> fleet,
    LintObjects former,
    List<ManifestFault> faults,
    List<String> notes) {
  LintInput {
    requireNonNull(mode, "mode is null");
    requireNonNull(objects, "objects is null");
    requireNonNull(fleet, "fleet is null");
    requireNonNull(former, "former is null");
    faults = List.copyOf(faults);
    notes = List.copyOf(notes);
  }

  /** Returns the same, of which a hub in that mode has these policies. */
  LintInput replacing(HubMode there, LintObjects known) {
    return new LintInput(there, objects, fleet, known, faults, notes);
  }
}
