package io.sluice.placement.spec;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Problem;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds the settings of a Placement as far as they can be read, and all their problems.
 *
 * @param spec complete if there is no problem
 * @param selectionFaults which leave open what clusters are chosen
 * @param groupingFaults which leave open in which groups or objects they are
 * @param warnings settings that are legal but not what they seem
 * @param spellings settings that OCM's CRD drops, one or two sentences each (placement 2.1)
 */
public record ParsedPlacement(
    PlacementSpec spec,
    List<Problem> selectionFaults,
    List<Problem> groupingFaults,
    List<String> warnings,
    List<String> spellings) {
  public ParsedPlacement {
    requireNonNull(spec, "spec is null");
    selectionFaults = Problem.sorted(selectionFaults);
    groupingFaults = Problem.sorted(groupingFaults);
    warnings = List.copyOf(warnings);
    spellings = List.copyOf(spellings);
  }

  /** Returns all problems, of both kinds. */
  public List<Problem> faults() {
    return Problem.sorted(
        Stream.concat(selectionFaults.stream(), groupingFaults.stream()).toList());
  }

  /** Returns the same with one more fault of its groups or objects. */
  public ParsedPlacement withGroupingFault(Problem fault) {
    return new ParsedPlacement(
        spec,
        selectionFaults,
        Stream.concat(groupingFaults.stream(), Stream.of(fault)).toList(),
        warnings,
        spellings);
  }
}
