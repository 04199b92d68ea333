package io.sluice.tools.completion;

import io.sluice.tools.option.JarVersion;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell sources to complete command lines of Sluice. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = "Prints a script that completes command lines of sluice in a shell.",
    footer = {
      "",
      "Examples:",
      "  source <(./sluice completion bash)",
      "  source <(./sluice completion zsh)",
      "  ./sluice completion fish >~/.config/fish/completions/sluice.fish",
      "",
      "Exit codes: 0 printed, 64 wrong usage."
    })
public final class CompletionCommand implements Runnable {
  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private Shell shell;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(shell.script(spec.root().commandLine()));
    out.flush();
  }
}
