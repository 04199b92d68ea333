package io.sluice.tools.lint;

import io.fabric8.kubernetes.client.utils.KubernetesResourceUtil;
import io.sluice.policy.Problem;
import io.sluice.tools.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds metadata that the API server refuses before it looks at anything else. */
final class MetadataLinter {
  private static final String NOT_TEXT = "NotText";
  private static final String BAD_LABEL = "BadLabel";
  private static final String BAD_NAME = "BadName";
  private static final int LONGEST_NAME = 253;

  private MetadataLinter() {}

  /** Returns the problems of an object, whatever it is. */
  static List<Problem> problems(Manifest object) {
    List<Problem> problems = new ArrayList<>();
    String name = object.name();
    if (!name.isEmpty()
        && (name.length() > LONGEST_NAME || !KubernetesResourceUtil.isValidSubdomainName(name))) {
      problems.add(
          name("metadata.name", name, "Use lower-case letters, digits, \"-\" and \".\" alone"));
    }
    String namespace = object.namespace();
    if (!namespace.isEmpty() && !KubernetesResourceUtil.isValidName(namespace)) {
      problems.add(
          name(
              "metadata.namespace",
              namespace,
              "Use at most 63 lower-case letters, digits and \"-\""));
    }
    Object namespaced = object.metadata().get("namespace");
    if (namespaced != null && !(namespaced instanceof String)) {
      problems.add(notText("metadata.namespace", namespaced));
    }
    texts(object, "labels", problems);
    texts(object, "annotations", problems);
    return problems;
  }

  private static Problem name(String path, String name, String remedy) {
    return new Problem(BAD_NAME, path, "is \"%s\", which is no name".formatted(name), remedy);
  }

  private static void texts(Manifest object, String field, List<Problem> problems) {
    String path = "metadata." + field;
    Object found = object.metadata().get(field);
    if (found != null && !(found instanceof Map<?, ?>)) {
      problems.add(new Problem(NOT_TEXT, path, "is no map", "Write a map from texts to texts"));
    } else if (found instanceof Map<?, ?> map) {
      map.forEach((key, value) -> entry(path + "[" + key + "]", "" + key, value, field, problems));
    }
  }

  private static void entry(
      String path, String key, Object value, String field, List<Problem> problems) {
    if (value != null && !(value instanceof String)) {
      problems.add(notText(path, value));
    } else if (field.equals("labels")
        && !KubernetesResourceUtil.areLabelsValid(Map.of(key, value == null ? "" : "" + value))) {
      problems.add(
          new Problem(
              BAD_LABEL,
              path,
              "is \"%s\", which is no label".formatted(value),
              "Use at most 63 letters, digits, \"-\", \"_\" and \".\", with a letter or digit at both ends"));
    }
  }

  private static Problem notText(String path, Object value) {
    boolean scalar = !(value instanceof Map<?, ?>) && !(value instanceof List<?>);
    return new Problem(
        NOT_TEXT,
        path,
        scalar ? "is %s, and no text".formatted(value) : "is no text",
        scalar ? "Put it into quotes" : "Write a text");
  }
}
