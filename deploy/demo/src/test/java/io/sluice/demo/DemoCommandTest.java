package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refuses options that name two examples at once. */
class DemoCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--karmada, --gate",
    "--karmada, --beside",
    "--karmada, --examples=mine",
    "--gate, --examples=mine",
  })
  void anExampleOfItsOwnIsPlayedAlone(String option, String other) {
    CommandRun run = CommandRun.of(DemoMain::addCommands, "demo", other, option);

    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err())
        .contains(
            "Cannot use %s with %s: it plays its own example. Leave one of them out."
                .formatted(option, other.replace("=mine", "")));
  }
}
