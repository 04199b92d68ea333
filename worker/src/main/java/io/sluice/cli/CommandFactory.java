package io.sluice.cli;

import io.sluice.cli.handover.AdoptCommand;
import io.sluice.cli.handover.LeaveCommand;
import io.sluice.cli.pending.PlanCommand;
import io.sluice.cli.pending.WhyCommand;
import io.sluice.cli.placement.PlacementDiffCommand;
import io.sluice.cli.placement.PlacementExplainCommand;
import io.sluice.cli.status.StatusCommand;
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
    if (type == PlanCommand.class) {
      return type.cast(new PlanCommand(terminal));
    }
    if (type == WhyCommand.class) {
      return type.cast(new WhyCommand(terminal));
    }
    if (type == PlacementExplainCommand.class) {
      return type.cast(new PlacementExplainCommand(terminal));
    }
    if (type == PlacementDiffCommand.class) {
      return type.cast(new PlacementDiffCommand(terminal));
    }
    if (type == AdoptCommand.class) {
      return type.cast(new AdoptCommand(terminal));
    }
    if (type == LeaveCommand.class) {
      return type.cast(new LeaveCommand(terminal));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
