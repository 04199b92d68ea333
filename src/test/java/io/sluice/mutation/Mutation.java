package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes one deliberate bug, and the expected result of the tests.
 *
 * @param rules the rules that it breaks, such as {@code F4}
 * @param place the member of a source that contains the passage
 * @param tests simple names of the test classes to run first
 * @param failures how many tests have to fail
 * @param survives why no test can fail, if that is so
 */
record Mutation(
    List<String> rules,
    String title,
    PassagePlace place,
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
    return Files.readString(Path.of("main/java/io/sluice", place.file()));
  }

  SourcePassage passage() {
    return new SourcePassage(find);
  }

  /**
   * Returns the source with the bug in it.
   *
   * @throws IllegalStateException if the member does not contain the passage exactly once
   */
  String in(String source) {
    List<SourceMember> members =
        MemberFinder.in(Map.of(place.file(), source)).stream().filter(place::names).toList();
    SourcePassage passage = passage();
    long found = passage.countIn(members);
    if (found != 1) {
      throw new IllegalStateException(
          "Cannot mutate %s for \"%s\": the passage is there %d times, not once. MutationListIT says how to repair the entry: %s"
              .formatted(place.where(), label(), found, find));
    }
    return members.stream()
        .filter(member -> passage.countIn(member) == 1)
        .map(member -> passage.replacedIn(source, member, replacement))
        .findFirst()
        .orElseThrow();
  }
}
