package io.sluice.tools.lint;

import java.util.ArrayList;
import java.util.List;

/** Formats what was found: for people, and as a document for programs. */
final class LintPrinter {
  private final List<LintProblem> problems;
  private final long checked;
  private final List<String> notes;

  LintPrinter(List<LintProblem> problems, long checked, List<String> notes) {
    this.problems = problems;
    this.checked = checked;
    this.notes = notes;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>(problems.stream().map(LintProblem::text).toList());
    lines.addAll(notes);
    lines.add("%s in %s.".formatted(counts(), number(checked, "object")));
    return lines;
  }

  private String counts() {
    long refused = problems.stream().filter(LintProblem::refused).count();
    long warnings = problems.size() - refused;
    String first = refused == 0 ? "No problem" : number(refused, "problem");
    return warnings == 0 ? first : first + ", " + number(warnings, "warning");
  }

  private static String number(long number, String noun) {
    return "%d %s%s".formatted(number, noun, number == 1 ? "" : "s");
  }

  /** Returns the document {@code LintReport} of docs/output.md. */
  LintDocument document() {
    return LintDocument.of(checked, problems, notes);
  }
}
