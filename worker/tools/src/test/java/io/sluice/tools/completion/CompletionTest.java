package io.sluice.tools.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completes command lines, in bash as bash does it. */
class CompletionTest {
  @TempDir private Path folder;

  @Test
  void bashCompletesCommandsOptionsAndTheirValues() throws Exception {
    Path script = Files.writeString(folder.resolve("sluice.bash"), printed("bash"));

    assertThat(bash(script, "sluice st")).containsExactly("status");
    assertThat(bash(script, "sluice placement ex")).containsExactly("explain");
    assertThat(bash(script, "sluice gate ver")).containsExactly("verify");
    assertThat(bash(script, "sluice gate verify --as-w")).containsExactly("--as-worker");
    assertThat(bash(script, "sluice status --al")).containsExactly("--all-namespaces");
    assertThat(bash(script, "sluice status --output j")).containsExactly("json");
    assertThat(bash(script, "sluice wait web --for S")).containsExactly("Succeeded");
    assertThat(bash(script, "sluice ")).contains("status", "wait").doesNotContain("__complete");
  }

  @Test
  void zshLoadsTheScriptOfBash() {
    assertThat(printed("zsh"))
        .startsWith("#compdef sluice\n")
        .contains("bashcompinit", "complete -F _complete_sluice", "all-namespaces");
  }

  @Test
  void fishGetsALineForEachCommandAndOption() {
    assertThat(printed("fish").lines())
        .startsWith("# Completes sluice in fish.", "complete -c sluice -f")
        .contains(
            "complete -c sluice -n '__fish_use_subcommand' -a wait -d 'Waits until the rollout of"
                + " a policy has succeeded, and writes a line for each change'",
            "complete -c sluice -n '__fish_seen_subcommand_from status' -s A -l all-namespaces -d"
                + " 'List the rollouts of all namespaces'",
            "complete -c sluice -n '__fish_seen_subcommand_from wait' -l for -xa 'Succeeded"
                + " Approval Done' -d 'What to wait for: the success; that only an approval is"
                + " missing; or the end, whatever its outcome'",
            "complete -c sluice -n '__fish_seen_subcommand_from history' -l kubeconfig -rF -d"
                + " 'Where the hub is'",
            "complete -c sluice -n '__fish_seen_subcommand_from placement; and not"
                + " __fish_seen_subcommand_from explain' -a explain -d 'Shows which"
                + " clusters a Placement chooses, in which groups, and why a cluster is in or"
                + " out'")
        .noneMatch(line -> line.contains("__complete"))
        .allMatch(FishLines::balanced);
  }

  @Test
  void anotherShellIsRefused() {
    CommandRun run = CommandRun.of("completion", "powershell");

    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err())
        .startsWith(
            "Cannot use bash|zsh|fish powershell: it is none of: bash, zsh, fish. Write one.");
  }

  @Test
  void kubectlGetsCandidatesInItsProtocol() {
    assertThat(CommandRun.of("__complete", "wa").out()).isEqualTo("wait\n:4\n");
    assertThat(CommandRun.of("__complete", "status", "-o", "").out())
        .isEqualTo("json\nname\ntext\nwide\nyaml\n:4\n");
    assertThat(CommandRun.of("__complete", "status", "--he").out()).isEqualTo("--help\n:4\n");
    assertThat(CommandRun.of("__complete", "placement", "").out()).isEqualTo("explain\n:4\n");
    assertThat(CommandRun.of("__complete", "gate", "").out()).isEqualTo("verify\n:4\n");
    assertThat(CommandRun.of("__complete", "status", "--kubeconfig", "").out()).isEqualTo(":0\n");
  }

  private static String printed(String shell) {
    CommandRun run = CommandRun.of("completion", shell);
    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    return run.out();
  }

  /** Returns what bash offers at the end of that line. */
  private static List<String> bash(Path script, String line) throws Exception {
    String commands =
        """
        compopt() { :; }
        source "$0"
        COMP_LINE=$1 COMP_POINT=${#1}
        read -r -a COMP_WORDS <<<"$1"
        case $1 in *' ') COMP_WORDS+=('') ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        function=$(complete -p sluice | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        "$function"
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    Process process =
        new ProcessBuilder("bash", "-c", commands, script.toString(), line)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().map(String::strip).toList();
  }
}
