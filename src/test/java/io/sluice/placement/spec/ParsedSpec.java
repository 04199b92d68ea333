package io.sluice.placement.spec;

import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementTrees;
import io.sluice.policy.Problem;
import java.util.List;

/** Parses specs for the tests of their parsers. */
final class ParsedSpec {
  private ParsedSpec() {}

  static ParsedPlacement parse(String spec) {
    return PlacementSpecParser.parse(PlacementTrees.placement(spec), GroupingMode.STABLE);
  }

  static PlacementSpec valid(String spec) {
    ParsedPlacement parsed = parse(spec);
    if (!parsed.faults().isEmpty()) {
      throw new AssertionError(parsed.faults().toString());
    }
    return parsed.spec();
  }

  /** Returns the faults as {@code path wrong}. */
  static List<String> faults(String spec) {
    return texts(parse(spec).faults());
  }

  static List<String> texts(List<Problem> problems) {
    return problems.stream().map(each -> each.path() + " " + each.wrong()).toList();
  }
}
