package io.sluice.placement.evaluation;

import java.util.List;

/** Formats names for sentences: how many, and the first ten. */
final class NameList {
  private static final int LISTED = 10;

  private NameList() {}

  /** {@code 12 clusters (a, b, ... and 2 more)}. */
  static String of(List<String> names, String one, String many) {
    String listed = String.join(", ", names.subList(0, Math.min(names.size(), LISTED)));
    int more = names.size() - LISTED;
    return "%d %s (%s%s)"
        .formatted(
            names.size(),
            names.size() == 1 ? one : many,
            listed,
            more > 0 ? " and %d more".formatted(more) : "");
  }
}
