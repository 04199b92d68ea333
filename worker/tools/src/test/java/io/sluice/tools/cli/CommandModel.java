package io.sluice.tools.cli;

import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.function.BiConsumer;
import picocli.CommandLine;

/** Describes all commands, for tests that read what the command line knows. */
public final class CommandModel {
  private CommandModel() {}

  /** Returns the commands of a worker's jar. */
  public static CommandLine of() {
    return of((command, console) -> {});
  }

  /**
   * Returns all commands.
   *
   * @param more adds commands
   */
  public static CommandLine of(BiConsumer<CommandLine, Terminal> more) {
    return Cli.commandLine(new Terminal(false, false, 24, TerminalStyle.PLAIN), more);
  }
}
