package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Problem;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestFault;
import java.util.Optional;

/**
 * Holds what is wrong with an object, and where that stands.
 *
 * @param line of the field, or of the innermost one around it that is there; 0 for an object of the
 *     hub, and for a file as a whole
 * @param subject empty where a part of a file is no object
 * @param reason the reason in a condition or an event
 * @param path the field; empty where it is about the object as a whole
 * @param message what is wrong, and what to do
 */
record LintProblem(
    String file,
    int line,
    Optional<Subject> subject,
    Severity severity,
    String reason,
    String path,
    String message) {
  private static final String UNREADABLE = "Unreadable";

  /** Names an object. */
  record Subject(String kind, String namespace, String name) {
    String text() {
      return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
  }

  /** Lists how bad it is. */
  enum Severity {
    /** A worker or the hub refuses it. */
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
    requireNonNull(file, "file is null");
    requireNonNull(subject, "subject is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(path, "path is null");
    requireNonNull(message, "message is null");
  }

  static LintProblem error(Manifest manifest, String namespace, Problem problem) {
    return of(
        manifest, namespace, Severity.ERROR, problem.reason(), problem.path(), problem.sentences());
  }

  static LintProblem error(ManifestFault fault) {
    return new LintProblem(
        fault.file(),
        fault.line(),
        Optional.empty(),
        Severity.ERROR,
        UNREADABLE,
        "",
        fault.sentences());
  }

  static LintProblem warning(Manifest manifest, String namespace, Problem problem) {
    return of(
        manifest,
        namespace,
        Severity.WARNING,
        problem.reason(),
        problem.path(),
        problem.sentences());
  }

  static LintProblem warning(Manifest manifest, String namespace, String reason, String message) {
    return of(manifest, namespace, Severity.WARNING, reason, "", message);
  }

  private static LintProblem of(
      Manifest manifest,
      String namespace,
      Severity severity,
      String reason,
      String path,
      String message) {
    return new LintProblem(
        manifest.file(),
        manifest.line(path),
        Optional.of(new Subject(manifest.kind(), namespace, manifest.name())),
        severity,
        reason,
        path,
        message);
  }

  boolean refused() {
    return severity == Severity.ERROR;
  }

  /** Formats it as compilers do: {@code web.yaml:1: Policy policies/web: ...}. */
  String text() {
    String about = subject.map(named -> named.text() + ": ").orElse("");
    return "%s: %s%s%s".formatted(place(), severity.prefix, about, message);
  }

  private String place() {
    return line == 0 ? file : file + ":" + line;
  }
}
