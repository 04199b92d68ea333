package io.sluice.mutation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Says what became of one mutant.
 *
 * @param told for the table: who caught it, or why not
 */
record MutantResult(Mutation mutation, End end, String told) {
  private static final int MOST_NAMES = 5;

  enum End {
    CAUGHT,
    SURVIVED,
    /** It could not be tried; the entry has to be repaired. */
    BROKEN
  }

  static MutantResult of(Mutation mutation, TestProcessReport notes) {
    List<String> failed = notes.failed();
    if (!notes.ended()) {
      return new MutantResult(
          mutation,
          End.CAUGHT,
          "caught: no end within %d s of processor time, stopped"
              .formatted(notes.time().toSeconds()));
    }
    if (failed.size() >= mutation.failures()) {
      return new MutantResult(mutation, End.CAUGHT, "caught by " + names(failed));
    }
    String few = "SURVIVED %d tests".formatted(notes.tests());
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

  /** True for a mutant that was caught, or that is known to survive and did. */
  boolean asExpected() {
    return end == (mutation.survives().isPresent() ? End.SURVIVED : End.CAUGHT);
  }

  String line() {
    return "%-8s %-72s %s".formatted(String.join(",", mutation.rules()), mutation.title(), told);
  }
}
