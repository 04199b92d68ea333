package io.sluice.tools.cli;

import io.sluice.tools.completion.CompleteCommand;
import io.sluice.tools.completion.CompletionCommand;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;

/** Finds the command that the first argument names, so that only that one has to be described. */
final class NamedCommand {
  /** They are about the other commands. */
  private static final Set<Class<?>> OF_ALL =
      Set.of(CompletionCommand.class, CompleteCommand.class);

  private NamedCommand() {}

  /** Returns the command; empty if none is named, or one that needs the others. */
  static Optional<Class<?>> of(String... args) {
    if (args.length == 0) {
      return Optional.empty();
    }
    return Arrays.stream(top().subcommands())
        .filter(type -> type.getAnnotation(Command.class).name().equals(args[0]))
        .filter(type -> !OF_ALL.contains(type))
        .<Class<?>>map(type -> type)
        .findFirst();
  }

  /** Returns the command line with that command alone. */
  static CommandLine line(Class<?> command, IFactory factory) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new SluiceCommand(), factory);
    spec.name(top().name());
    return new CommandLine(spec, factory).addSubcommand(new CommandLine(command, factory));
  }

  private static Command top() {
    return SluiceCommand.class.getAnnotation(Command.class);
  }
}
