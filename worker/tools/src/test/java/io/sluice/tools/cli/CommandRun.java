package io.sluice.tools.cli;

import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.StringWriter;
import java.util.function.BiConsumer;
import picocli.CommandLine;

/**
 * Holds what a command printed, and how it ended.
 *
 * @param code the exit code
 */
public record CommandRun(int code, String out, String err) {
  /** Runs a command to its end, as in a pipe. */
  public static CommandRun of(String... args) {
    return on(new Terminal(false, false, 24, TerminalStyle.PLAIN), args);
  }

  /** Runs a command to its end, on that terminal. */
  public static CommandRun on(Terminal terminal, String... args) {
    return run(terminal, (command, console) -> {}, args);
  }

  /**
   * Runs a command to its end, as in a pipe.
   *
   * @param more adds commands
   */
  public static CommandRun of(BiConsumer<CommandLine, Terminal> more, String... args) {
    return run(new Terminal(false, false, 24, TerminalStyle.PLAIN), more, args);
  }

  private static CommandRun run(
      Terminal terminal, BiConsumer<CommandLine, Terminal> more, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Cli.commandLine(terminal, more, args);
    Cli.print(line, out, err);
    return new CommandRun(line.execute(args), out.toString(), err.toString());
  }
}
