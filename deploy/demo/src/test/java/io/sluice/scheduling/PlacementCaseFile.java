package io.sluice.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Reads a file of the suite {@code placement}: from the folder that the system property {@code
 * sluice.conformance} names; without it, the project's own cases.
 */
final class PlacementCaseFile {
  private PlacementCaseFile() {}

  static JsonNode read(String name) throws IOException {
    return new ObjectMapper().readTree(folder().resolve("placement").resolve(name).toFile());
  }

  private static Path folder() {
    String given = System.getProperty("sluice.conformance", "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    // Tests on real servers run in deploy, others in the folder of their module.
    return Stream.of("../src", "../../src")
        .map(src -> Path.of(src).resolve("test/resources/conformance"))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot read the cases of placements: %s has no folder ../src/test/resources/conformance. Run the test in deploy."
                        .formatted(Path.of("").toAbsolutePath())));
  }
}
