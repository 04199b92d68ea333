package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Problem;
import io.sluice.tools.manifest.Manifest;

/**
 * Holds what is wrong with an object, and where that stands.
 *
 * @param reason the reason in a condition or an event
 * @param path the field; empty where it is about the object as a whole
 * @param message what is wrong, and what to do
 */
record LintProblem(
    Manifest manifest,
    String namespace,
    Severity severity,
    String reason,
    String path,
    String message) {
  /** Lists how bad it is. */
  enum Severity {
    /** A worker refuses it. */
    ERROR("Error", ""),
    /** It is legal, but probably not meant. */
    WARNING("Warning", "warning: ");

    private final String label;
    private final String prefix;

    Severity(String label, String prefix) {
      this.label = label;
      this.prefix = prefix;
    }

    String label() {
      return label;
    }
  }

  LintProblem {
    requireNonNull(manifest, "manifest is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(path, "path is null");
    requireNonNull(message, "message is null");
  }

  static LintProblem error(Manifest manifest, String namespace, Problem problem) {
    return new LintProblem(
        manifest, namespace, Severity.ERROR, problem.reason(), problem.path(), problem.sentences());
  }

  static LintProblem warning(Manifest manifest, String namespace, String reason, String message) {
    return new LintProblem(manifest, namespace, Severity.WARNING, reason, "", message);
  }

  boolean refused() {
    return severity == Severity.ERROR;
  }

  /** Formats it as compilers do: {@code web.yaml:1: Policy policies/web: ...}. */
  String text() {
    return "%s: %s%s %s/%s: %s"
        .formatted(place(), severity.prefix, manifest.kind(), namespace, manifest.name(), message);
  }

  /** An object of the hub has no line. */
  private String place() {
    return manifest.line() == 0 ? manifest.file() : manifest.file() + ":" + manifest.line();
  }
}
