package io.sluice.tools.lint;

import io.sluice.tools.manifest.Manifest;
import java.util.List;
import java.util.Optional;

/** Finds what a worker would refuse in files, as they are once they are applied. */
public final class FileCheck {
  private FileCheck() {}

  /**
   * Returns the problems of the objects that stand in a file, as {@code sluice lint} prints them.
   *
   * @param files those of the files as they are written
   * @param objects those of the files, and what is around them on the hub, which has no lines
   * @param namespace of objects that name none
   * @param beside whether a worker runs next to OCM's propagator
   */
  public static List<String> problems(
      List<Manifest> files, List<Manifest> objects, String namespace, boolean beside) {
    LintObjects written = new LintObjects(files, namespace);
    List<String> metadata =
        files.stream()
            .flatMap(
                file ->
                    MetadataLinter.problems(file).stream()
                        .map(problem -> LintProblem.error(file, written.namespace(file), problem)))
            .map(LintProblem::text)
            .toList();
    if (!metadata.isEmpty()) {
      return metadata;
    }
    return new ManifestLinter(
            new LintObjects(objects, namespace), Optional.empty(), GateLinter.alone(beside))
        .problems().stream()
            .filter(LintProblem::refused)
            .filter(problem -> problem.line() > 0)
            .map(LintProblem::text)
            .toList();
  }
}
