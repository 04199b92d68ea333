package io.sluice.tools.cli;

import io.sluice.tools.config.ConfigDefaults;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Parses the command line and runs the command that it names.
 *
 * <p>{@link SluiceCommand} lists the commands; {@link ErrorMessages} formats failures, {@link
 * UsageErrors} mistakes in the command line; {@link Terminal} describes the output.
 */
public final class Cli {
  private Cli() {}

  /** Runs a command to its end, and returns the exit code. */
  public static int run(String... args) {
    return run((line, terminal) -> {}, args);
  }

  /** Runs it with what an extension adds to the command line. */
  public static int run(BiConsumer<CommandLine, Terminal> extension, String... args) {
    Terminal terminal = Terminal.ofThisProcess();
    CommandLine line = commandLine(terminal, extension, args);
    print(line, line.getOut(), line.getErr());
    ConfigDefaults.install(line, () -> commandLine(terminal, extension), System.getenv(), args);
    return line.execute(args);
  }

  /** Has a command line, and what it runs, print there. */
  static void print(CommandLine line, Writer out, Writer err) {
    line.setOut(new TerminalWriter(out));
    line.setErr(new TerminalWriter(err));
  }

  /** Runs a command; what its command line does not say may be in the environment, or in a file. */
  static int execute(CommandLine line, Map<String, String> environment, String... args) {
    ConfigDefaults.install(line, () -> line, environment, args);
    return line.execute(args);
  }

  /**
   * Returns the command line.
   *
   * @param args if they begin with the name of a command that stands alone, the others are left
   *     out: to describe them all takes longer than most commands do
   */
  static CommandLine commandLine(
      Terminal terminal, BiConsumer<CommandLine, Terminal> extension, String... args) {
    CommandFactory factory = new CommandFactory(terminal);
    Optional<Class<?>> named = NamedCommand.of(args);
    CommandLine line =
        named.isEmpty()
            ? new CommandLine(new SluiceCommand(), factory)
            : NamedCommand.line(named.get(), factory);
    if (named.isEmpty()) {
      extension.accept(line, terminal);
    }
    line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)));
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(80);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((failure, given) -> UsageErrors.print(List.of(failure)));
    line.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command));
    line.setExecutionStrategy(UsageErrors::runOrPrint);
    UsageErrors.collect(line);
    rename(line);
    return line;
  }

  /** Writes the examples of help texts under the name that Sluice was called by. */
  private static void rename(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.footer(Arrays.stream(usage.footer()).map(CommandWriter::renamed).toArray(String[]::new));
    line.getSubcommands().values().forEach(Cli::rename);
  }

  private static Ansi ansi(Terminal terminal) {
    return terminal.style().colours() ? Ansi.ON : Ansi.OFF;
  }

  private static int failed(Exception failure, CommandLine command) {
    command.getErr().println(CommandWriter.renamed(ErrorMessages.of(failure)));
    if (Verbosity.loud()) {
      failure.printStackTrace(command.getErr());
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
