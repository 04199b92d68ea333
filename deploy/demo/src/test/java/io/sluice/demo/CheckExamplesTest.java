package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads {@code deploy/examples/checks}, and the same with a mistake. */
class CheckExamplesTest {
  private static final Path FOLDER = Path.of(ExamplesFolder.path("checks"));

  @ParameterizedTest
  @ValueSource(strings = {"metric.yaml", "change-board.yaml", "deployment.yaml"})
  void nothingIsWrongWithAny(String file) {
    CommandRun lint = CommandRun.of("lint", "-f", FOLDER.resolve(file).toString());
    assertThat(lint.code()).as(lint.out() + lint.err()).isEqualTo(ExitCodes.OK);
  }
}
