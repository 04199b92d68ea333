package io.sluice.cli.lint;

import io.sluice.cli.manifest.Manifest;
import io.sluice.policy.Problem;
import java.util.LinkedHashMap;
import java.util.Map;

/** Holds what is wrong with an object, and where that stands. */
record LintProblem(Manifest manifest, String namespace, Problem problem) {

  /** Formats it as compilers do: {@code web.yaml:1: Policy policies/web: ...}. */
  String text() {
    return "%s: %s %s/%s: %s"
        .formatted(place(), manifest.kind(), namespace, manifest.name(), problem.sentences());
  }

  /** An object of the hub has no line. */
  private String place() {
    return manifest.line() == 0 ? manifest.file() : manifest.file() + ":" + manifest.line();
  }

  /** Returns it for programs. */
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("file", manifest.file());
    if (manifest.line() > 0) {
      tree.put("line", manifest.line());
    }
    tree.put("kind", manifest.kind());
    tree.put("namespace", namespace);
    tree.put("name", manifest.name());
    tree.put("reason", problem.reason());
    tree.put("path", problem.path());
    tree.put("message", problem.sentences());
    return tree;
  }
}
