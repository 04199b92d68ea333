package io.sluice.cli;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands that need to know the terminal; picocli makes everything else. */
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
