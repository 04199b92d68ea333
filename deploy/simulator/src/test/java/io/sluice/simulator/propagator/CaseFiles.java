package io.sluice.simulator.propagator;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Reads the conformance cases of a suite, and builds a named test of each.
 *
 * <p>They come from the folder in the system property {@code sluice.conformance}; without it, from
 * those that the rollout's own tests use.
 */
final class CaseFiles {
  private static final Path OWN = Path.of("../../src/test/resources/conformance");

  private CaseFiles() {}

  static Stream<DynamicTest> each(String suite, Consumer<Map<String, Object>> test) {
    Path folder = root().resolve(suite);
    if (!Files.isDirectory(folder)) {
      return Stream.of(DynamicTest.dynamicTest(suite, () -> skip("there is no folder " + folder)));
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> cases =
          files.filter(file -> file.toString().endsWith("cases.json")).sorted().toList();
      return cases.stream().flatMap(file -> tests(file, test));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the running case as skipped. */
  static void skip(String reason) {
    Assumptions.abort(reason);
  }

  private static Path root() {
    String given = System.getProperty("sluice.conformance", "");
    // Maven runs tests in the module's folder, but the property may be relative to the root.
    return given.isEmpty()
        ? OWN
        : Stream.of(Path.of(given), Path.of("../..").resolve(given))
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Cannot run the conformance cases of %s: there is no such folder. Set sluice.conformance to one."
                            .formatted(given)));
  }

  private static Stream<DynamicTest> tests(Path file, Consumer<Map<String, Object>> test) {
    try {
      List<Map<String, Object>> cases =
          new ObjectMapper().readValue(file.toFile(), new TypeReference<>() {});
      return cases.stream()
          .map(
              each ->
                  DynamicTest.dynamicTest(
                      each.get("id") + ": " + each.get("name"),
                      file.toUri(),
                      () -> {
                        if (String.valueOf(each.get("id")).startsWith("OWN-")) {
                          skip("a case of the project states a rule of Sluice, not of upstream");
                        }
                        test.accept(each);
                      }));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
