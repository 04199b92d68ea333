package io.sluice.mutation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Holds the result of one mutant.
 *
 * @param summary for the table: which tests caught it, or why none did
 */
record MutantResult(Mutation mutation, End end, String summary) {
  private static final int MOST_NAMES = 5;

  enum End {
    CAUGHT,
    SURVIVED,
    /** It could not be run; the entry has to be repaired. */
    BROKEN
  }

  static MutantResult of(Mutation mutation, TestProcessReport report) {
    List<String> failed = report.failed();
    if (!report.ended()) {
      return new MutantResult(
          mutation,
          End.CAUGHT,
          "caught: no end within %d s of processor time, stopped"
              .formatted(report.time().toSeconds()));
    }
    if (failed.size() >= mutation.failures()) {
      return new MutantResult(mutation, End.CAUGHT, "caught by " + names(failed));
    }
    String few = "SURVIVED %d tests".formatted(report.tests());
    return new MutantResult(
        mutation,
        End.SURVIVED,
        failed.isEmpty()
            ? few + mutation.survives().map(reason -> ": " + reason).orElse("")
            : "%s: only %d of %d failed, %s"
                .formatted(few, failed.size(), mutation.failures(), names(failed)));
  }

  static MutantResult broken(Mutation mutation, String message) {
    return new MutantResult(mutation, End.BROKEN, "BROKEN: " + message);
  }

  private static String names(List<String> failed) {
    return failed.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
  }

  /** True for a mutant that was caught, and for one that survived as expected. */
  boolean asExpected() {
    return end == (mutation.survives().isPresent() ? End.SURVIVED : End.CAUGHT);
  }

  String line() {
    return "%-8s %-72s %s".formatted(String.join(",", mutation.rules()), mutation.title(), summary);
  }
}
