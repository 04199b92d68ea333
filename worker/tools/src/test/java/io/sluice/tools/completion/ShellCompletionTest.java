package io.sluice.tools.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.tools.cli.CommandRun;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Completes command lines in zsh and in fish themselves, where they are installed. */
@Timeout(300)
class ShellCompletionTest {
  /** Types into an interactive zsh, as a person does, and prints what the command line became. */
  private static final String TYPED =
      """
      zmodload zsh/zpty
      zpty typed zsh -f -i
      zpty -w typed 'autoload -Uz compinit; compinit -u -D; source %s; sluice() { print -r -- "=$*="; }; print REA""DY'
      zpty -r typed output '*READY*'
      zpty -w -n typed $'sluice %s\\t\\n'
      zpty -r typed output '*=*='
      print -r -- "$output"
      zpty -d typed
      """;

  @TempDir private Path folder;

  @Test
  void zshCompletesCommandsOptionsAndTheirValues() throws Exception {
    assumeThat(installed("zsh")).isTrue();
    Path script = script("zsh");

    assertThat(zsh(script, "hist")).isEqualTo("history");
    assertThat(zsh(script, "placement ex")).isEqualTo("placement explain");
    assertThat(zsh(script, "gate ver")).isEqualTo("gate verify");
    assertThat(zsh(script, "status --all-n")).isEqualTo("status --all-namespaces");
    assertThat(zsh(script, "status --output j")).isEqualTo("status --output json");
    assertThat(zsh(script, "wait web --for S")).isEqualTo("wait web --for Succeeded");
  }

  @Test
  void fishCompletesCommandsOptionsAndTheirValues() throws Exception {
    assumeThat(installed("fish")).isTrue();
    Path script = script("fish");

    assertThat(fish(script, "hist")).containsExactly("history");
    assertThat(fish(script, "placement ex")).containsExactly("explain");
    assertThat(fish(script, "gate ver")).containsExactly("verify");
    assertThat(fish(script, "status --all-n")).containsExactly("--all-namespaces");
    assertThat(fish(script, "status --output j")).containsExactly("json");
    assertThat(fish(script, "wait web --for S")).containsExactly("Succeeded");
    assertThat(fish(script, "")).contains("status", "wait").doesNotContain("__complete");
  }

  private static boolean installed(String shell) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, shell)));
  }

  private Path script(String shell) throws IOException {
    return Files.writeString(folder.resolve(shell), CommandRun.of("completion", shell).out());
  }

  private String zsh(Path script, String typed) throws Exception {
    String output = run("zsh", "-f", "-c", TYPED.formatted(script, typed));
    // What the terminal shows besides are the keys that were typed.
    int end = output.lastIndexOf('=');
    return output.substring(output.lastIndexOf('=', end - 1) + 1, end).strip();
  }

  private List<String> fish(Path script, String line) throws Exception {
    return run(
            "fish",
            "--no-config",
            "-c",
            "source %s; complete -C 'sluice %s'".formatted(script, line))
        .lines()
        .map(candidate -> candidate.split("\t")[0])
        .distinct()
        .toList();
  }

  private String run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("TERM", "xterm");
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(output).isTrue();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
