package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DevServersCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"down", "status", "env"})
  void beforeTheFirstStartTheNextStepIsNamed(String command) {
    assertThat(execute(command, "--dir", folder.toString())).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("Cannot find servers in " + folder)
        .contains("Run ./sluice devservers up.");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void withoutACommandTheCommandsAreNamed() {
    assertThat(execute()).isEqualTo(2);

    assertThat(err.toString()).contains("install, up, down, status or env");
  }

  @Test
  void anUnknownProgramIsNoProgramToInstall() {
    assertThat(execute("install", "kubelet")).isEqualTo(2);

    assertThat(err.toString()).contains("Cannot install kubelet").contains("kube-apiserver");
  }

  @Test
  void aPortOutOfRangeIsRefused() {
    assertThat(execute("up", "--dir", folder.toString(), "--ui-port", "70000")).isEqualTo(2);

    assertThat(err.toString()).contains("'--ui-port'", "it is no port", "from 0 to 65535");
  }

  @Test
  void aBrokenStateFileIsAProblemInOneSentence() throws Exception {
    Files.writeString(folder.resolve("state.json"), "?");

    assertThat(execute("status", "--dir", folder.toString())).isEqualTo(1);

    assertThat(err.toString()).startsWith("Cannot read").doesNotContain("\tat ");
  }

  private int execute(String... arguments) {
    return new CommandLine(new DevServersCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
