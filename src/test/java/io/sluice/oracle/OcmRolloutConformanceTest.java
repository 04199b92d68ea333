package io.sluice.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.strategy.ParsedStrategy;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every case of the suite ocm-rollout: from the folder that {@code sluice.conformance} names,
 * or else the project's own.
 */
class OcmRolloutConformanceTest {
  private static final String SUITE = "ocm-rollout";

  @TestFactory
  List<DynamicNode> cases() throws IOException, URISyntaxException {
    Path suite = suite();
    if (!Files.isDirectory(suite)) {
      return List.of(DynamicTest.dynamicTest(SUITE, () -> abort("There is no folder " + suite)));
    }
    List<DynamicNode> tests = new ArrayList<>();
    for (Path file : files(suite)) {
      JsonNode content = new ObjectMapper().readTree(file.toFile());
      JsonNode cases = content.isArray() ? content : content.path("cases");
      for (JsonNode json : cases) {
        OcmRolloutCase rollout = new OcmRolloutCase(json);
        tests.add(DynamicTest.dynamicTest(rollout.title(), () -> run(rollout)));
      }
    }
    if (tests.isEmpty()) {
      tests.add(DynamicTest.dynamicTest(SUITE, () -> abort("There are no cases in " + suite)));
    }
    return tests;
  }

  private static Path suite() throws URISyntaxException {
    String folder = System.getProperty("sluice.conformance", "");
    return folder.isBlank()
        ? Path.of(OcmRolloutConformanceTest.class.getResource("/conformance").toURI())
            .resolve(SUITE)
        : Path.of(folder).resolve(SUITE);
  }

  private static List<Path> files(Path suite) throws IOException {
    try (Stream<Path> files = Files.list(suite)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("cases.json"))
          .sorted()
          .toList();
    }
  }

  private static void run(OcmRolloutCase rollout) {
    try {
      rollout
          .strategy()
          .match(accepted -> decide(rollout, accepted), refused -> refuse(rollout, refused));
    } catch (AssertionError difference) {
      if (!rollout.ownersChoice()) {
        throw difference;
      }
      abort("The owner's choice, and this project's is another: " + difference.getMessage());
    }
  }

  private static Void refuse(OcmRolloutCase rollout, ParsedStrategy.Refused refused) {
    assertThat(rollout.expectsError()).as("%s", refused.problems()).isTrue();
    return null;
  }

  private static Void decide(OcmRolloutCase rollout, ParsedStrategy.Accepted accepted) {
    assertThat(rollout.expectsError()).as("an error is expected").isFalse();
    SelectionResult selection =
        SelectionFunction.select(
            accepted.strategy(), rollout.groups(), rollout.known(), OcmRolloutCase.NOW);
    SoftAssertions.assertSoftly(
        softly -> {
          softly
              .assertThat(selection.rollout())
              .as("rollout")
              .isEqualTo(rollout.expected("rollout"));
          softly
              .assertThat(selection.timedOut())
              .as("timeout")
              .isEqualTo(rollout.expected("timeout"));
          softly
              .assertThat(selection.removed())
              .as("removed")
              .isEqualTo(rollout.expected("removed"));
          softly.assertThat(selection.breach()).as("breach").isEqualTo(rollout.expectedBreach());
          softly
              .assertThat(selection.recheckAfter())
              .as("recheck")
              .isEqualTo(rollout.expectedRecheck());
        });
    return null;
  }
}
