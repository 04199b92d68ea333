package io.sluice.tools.lint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.tools.document.Document;
import java.util.List;
import java.util.Optional;

/**
 * The document {@code LintReport}.
 *
 * @param objects how many were checked
 */
record LintDocument(
    long objects,
    List<Problem> problems,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes)
    implements Document {
  /**
   * What is wrong with an object, or with a part of a file that is none.
   *
   * @param line absent for an object of the hub
   * @param kind absent, as namespace and name, where a part of a file is no object
   * @param path absent where it is about the object as a whole
   */
  record Problem(
      String severity,
      String file,
      Optional<Integer> line,
      Optional<String> kind,
      Optional<String> namespace,
      Optional<String> name,
      String reason,
      Optional<String> path,
      String message) {
    static Problem of(LintProblem problem) {
      return new Problem(
          problem.severity().label(),
          problem.file(),
          Optional.of(problem.line()).filter(line -> line > 0),
          problem.subject().map(LintProblem.Subject::kind),
          problem.subject().map(LintProblem.Subject::namespace),
          problem.subject().map(LintProblem.Subject::name),
          problem.reason(),
          Optional.of(problem.path()).filter(path -> !path.isEmpty()),
          problem.message());
    }
  }

  @Override
  public String kind() {
    return "LintReport";
  }

  static LintDocument of(long objects, List<LintProblem> problems, List<String> notes) {
    return new LintDocument(objects, problems.stream().map(Problem::of).toList(), notes);
  }
}
