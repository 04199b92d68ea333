package io.sluice;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Reads conformance cases, and builds a named test of each.
 *
 * <p>They come from the folder that the system property {@code sluice.conformance} names; without
 * it, from the project's test resources. A missing suite or file is reported as one skipped test.
 */
public final class ConformanceCases {
  private static final String PROPERTY = "sluice.conformance";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String suite;
  private final Path folder;

  private ConformanceCases(String suite, Path folder) {
    this.suite = suite;
    this.folder = folder;
  }

  public static ConformanceCases of(String suite) {
    return new ConformanceCases(suite, root().resolve(suite));
  }

  /** Builds the tests of every file in the suite whose name ends in {@code cases.json}. */
  public Stream<DynamicTest> each(Consumer<Map<String, Object>> test) {
    return eachBut(Set.of(), test);
  }

  /** Builds the tests of the same files without those of other formats. */
  public Stream<DynamicTest> eachBut(Set<String> otherFormats, Consumer<Map<String, Object>> test) {
    if (!Files.isDirectory(folder)) {
      return Stream.of(skipped(suite, "there is no folder " + folder));
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> sorted =
          files
              .filter(file -> file.toString().endsWith("cases.json"))
              .filter(file -> !otherFormats.contains(file.getFileName().toString()))
              .sorted()
              .toList();
      return sorted.isEmpty()
          ? Stream.of(skipped(suite, "there are no cases in " + folder))
          : sorted.stream().flatMap(file -> tests(file, test));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds the tests of one file, which has a format of its own. */
  public Stream<DynamicTest> each(String fileName, Consumer<Map<String, Object>> test) {
    Path file = folder.resolve(fileName);
    return Files.exists(file)
        ? tests(file, test)
        : Stream.of(skipped(suite + " " + fileName, "there is no file " + file));
  }

  /** Ends the running case as skipped. */
  public static void skip(String reason) {
    Assumptions.abort(reason);
  }

  private static Stream<DynamicTest> tests(Path file, Consumer<Map<String, Object>> test) {
    List<DynamicTest> tests = new ArrayList<>();
    for (Map<String, Object> each : read(file)) {
      String name = each.getOrDefault("id", tests.size()) + ": " + each.getOrDefault("name", "");
      tests.add(DynamicTest.dynamicTest(name, file.toUri(), () -> test.accept(each)));
    }
    return tests.stream();
  }

  private static List<Map<String, Object>> read(Path file) {
    try {
      JsonNode content = JSON.readTree(file.toFile());
      // Some suites wrap the list, to give its format a version.
      return JSON.convertValue(
          content.isObject() ? content.get("cases") : content, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DynamicTest skipped(String what, String reason) {
    return DynamicTest.dynamicTest(what, () -> skip(reason));
  }

  private static Path root() {
    String given = System.getProperty(PROPERTY, "");
    if (given.isEmpty()) {
      return own();
    }
    // Maven runs tests in the module's folder, but the property may be relative to the root.
    return Stream.of(Path.of(given), Path.of("..").resolve(given))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot run the conformance cases of %s: there is no such folder. Set %s to one."
                        .formatted(given, PROPERTY)));
  }

  private static Path own() {
    try {
      return Path.of(ConformanceCases.class.getResource("/conformance").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the class path has no usable URI", e);
    }
  }
}
