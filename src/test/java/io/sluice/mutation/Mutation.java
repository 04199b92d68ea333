package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Describes one deliberate bug, and the expected result of the tests.
 *
 * @param rules the rules that it breaks, such as {@code F4}
 * @param file the source below {@code main/java/io/sluice}
 * @param tests simple names of the test classes to run first
 * @param failures how many tests have to fail
 * @param survives why no test can fail, if that is so
 */
record Mutation(
    List<String> rules,
    String title,
    String file,
    String find,
    String replacement,
    List<String> tests,
    int failures,
    Optional<String> survives) {

  String label() {
    return String.join(",", rules) + " " + title;
  }

  /** Reads the source. */
  String source() throws IOException {
    return Files.readString(Path.of("main/java/io/sluice", file));
  }

  /**
   * Returns the source with the bug in it.
   *
   * @throws IllegalStateException if the source does not contain the passage exactly once
   */
  String in(String source) {
    SourcePassage passage = new SourcePassage(find);
    long found = passage.countIn(source);
    if (found != 1) {
      throw new IllegalStateException(
          "Cannot mutate %s for \"%s\": the passage is there %d times, not once. Repair the entry: %s"
              .formatted(file, label(), found, find));
    }
    return passage.replacedIn(source, replacement);
  }
}
