package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads {@code deploy/examples/notifications}. */
class NotificationExamplesTest {
  private static final Path FOLDER = Path.of(ExamplesFolder.path("notifications"));

  @ParameterizedTest
  @ValueSource(strings = {"rollout.yaml", "notifier.yaml"})
  void nothingIsWrongWithAny(String file) {
    CommandRun lint = CommandRun.of("lint", "--strict", "-f", FOLDER.resolve(file).toString());
    assertThat(lint.code()).as(lint.out() + lint.err()).isEqualTo(ExitCodes.OK);
  }
}
