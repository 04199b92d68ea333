package io.sluice.process;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads files of conformance suites for tests on a hub: from the folder that the system property
 * {@code sluice.conformance} names; without it, the project's own cases.
 */
public final class ConformanceFolder {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ConformanceFolder() {}

  /** Returns a file that must be there. */
  public static JsonNode read(String suite, String file) {
    try {
      return JSON.readTree(root().resolve(suite).resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the cases of a file; none if the folder lacks it. */
  public static List<Map<String, Object>> cases(String suite, String file) {
    if (!Files.exists(root().resolve(suite).resolve(file))) {
      return List.of();
    }
    JsonNode content = read(suite, file);
    // Some suites wrap the list, to give its format a version.
    return JSON.convertValue(
        content.isObject() ? content.get("cases") : content, new TypeReference<>() {});
  }

  private static Path root() {
    String given = System.getProperty("sluice.conformance", "");
    Path wanted = Path.of(given.isEmpty() ? "src/test/resources/conformance" : given);
    // Tests run in the folder of their module, those on real servers in deploy.
    return Stream.of("", "..", "../..")
        .map(from -> Path.of(from).resolve(wanted))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot run the conformance cases: there is no folder %s from %s on upwards. Set sluice.conformance to one."
                        .formatted(wanted, Path.of("").toAbsolutePath())));
  }
}
