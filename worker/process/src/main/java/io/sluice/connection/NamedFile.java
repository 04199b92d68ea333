package io.sluice.connection;

import static java.util.stream.Collectors.joining;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds a file that a setting names.
 *
 * @param setting as the user knows it: {@code certificate-authority}
 * @param path where it is; null if the setting is absent
 */
record NamedFile(String setting, String path) {
  /** Returns what is wrong with the files, all of them; empty if they can be read. */
  static Optional<String> problems(NamedFile... files) {
    String all = Stream.of(files).flatMap(file -> file.problem().stream()).collect(joining("; "));
    return all.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  private Optional<String> problem() {
    if (path == null || path.isBlank() || Files.isReadable(Path.of(path))) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is %s, %s"
            .formatted(
                setting,
                path,
                Files.exists(Path.of(path)) ? "which may not be read" : "which does not exist"));
  }
}
