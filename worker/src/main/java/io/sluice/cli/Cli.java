package io.sluice.cli;

import java.io.PrintWriter;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/**
 * Parses the command line and runs the command that it names.
 *
 * <p>{@link SluiceCommand} lists the commands; {@link ErrorMessages} formats failures; {@link
 * Terminal} describes the output.
 */
public final class Cli {
  private Cli() {}

  /** Runs a command to its end, and returns the exit code. */
  public static int run(String... args) {
    return run((line, terminal) -> {}, args);
  }

  /** Runs it with what an extension adds to the command line. */
  public static int run(BiConsumer<CommandLine, Terminal> extension, String... args) {
    return commandLine(Terminal.ofThisProcess(), extension).execute(args);
  }

  static CommandLine commandLine(Terminal terminal, BiConsumer<CommandLine, Terminal> extension) {
    CommandLine line = new CommandLine(new SluiceCommand(), new CommandFactory(terminal));
    extension.accept(line, terminal);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)));
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(80);
    line.setParameterExceptionHandler(Cli::misused);
    line.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command));
    Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
        .forEach(command -> command.getCommandSpec().exitCodeOnInvalidInput(ExitCodes.USAGE));
    return line;
  }

  private static Ansi ansi(Terminal terminal) {
    return terminal.style().colours() ? Ansi.ON : Ansi.OFF;
  }

  private static int misused(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(failure.getMessage());
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(failure, err)) {
      err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    return ExitCodes.USAGE;
  }

  private static int failed(Exception failure, CommandLine command) {
    command.getErr().println(ErrorMessages.of(failure));
    if (Verbosity.loud()) {
      failure.printStackTrace(command.getErr());
    }
    return ExitCodes.FAILED;
  }
}
