package io.sluice.cli;

import io.sluice.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Creates the commands that depend on the terminal; picocli creates the others. */
final class CommandFactory implements IFactory {
  private final Terminal terminal;

  CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (type == StatusCommand.class) {
      return type.cast(new StatusCommand(terminal));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
