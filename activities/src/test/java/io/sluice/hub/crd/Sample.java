package io.sluice.hub.crd;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds one document of a file of samples, and its last comment.
 *
 * @param comment of a refused one: the field, a colon, and the message of the server
 */
record Sample(String comment, Map<String, Object> tree) {
  static List<Sample> of(String file) {
    try (InputStream text = Sample.class.getResourceAsStream("/crds/" + file)) {
      String all = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("\n---\n")).map(Sample::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the samples " + file, e);
    }
  }

  private static Sample parse(String document) {
    List<String> comments = document.lines().filter(line -> line.startsWith("# ")).toList();
    try {
      return new Sample(
          comments.isEmpty() ? "" : comments.get(comments.size() - 1).substring(2),
          new YAMLMapper()
              .readValue(document, new TypeReference<LinkedHashMap<String, Object>>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the sample " + document, e);
    }
  }

  /** Returns the field that the comment begins with. */
  String field() {
    return comment.substring(0, comment.indexOf(": "));
  }

  /** Returns what follows the field in the comment. */
  String message() {
    return comment.substring(comment.indexOf(": ") + 2);
  }

  @Override
  public String toString() {
    return tree.entrySet().stream()
        .filter(entry -> !entry.getKey().equals("apiVersion"))
        .map(Map.Entry::toString)
        .collect(joining(" "));
  }
}
