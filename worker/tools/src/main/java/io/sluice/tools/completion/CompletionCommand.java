package io.sluice.tools.completion;

import io.sluice.tools.option.JarVersion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
  @Parameters(
      paramLabel = "bash|zsh|fish",
      converter = ShellConverter.class,
      completionCandidates = Shells.class,
      description = "The shell.")
  private Shell shell;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(shell.script(spec.root().commandLine()));
    out.flush();
  }

  /** Lists the shells for the completion itself. */
  static final class Shells extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Shells() {
      super(List.of("bash", "zsh", "fish"));
    }
  }

  /** Converts the name of a shell. */
  static final class ShellConverter implements ITypeConverter<Shell> {
    @Override
    public Shell convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "bash" -> Shell.BASH;
        case "zsh" -> Shell.ZSH;
        case "fish" -> Shell.FISH;
        default -> throw new TypeConversionException("it is none of: bash, zsh, fish. Write one.");
      };
    }
  }
}
