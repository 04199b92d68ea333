package io.sluice.tools.cli;

import io.sluice.tools.config.ConfigDefaults;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ValueProblem;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints what is wrong with a command line: every mistake, not only the first. */
final class UsageErrors {
  private UsageErrors() {}

  /** Lets a command and those below it go on after a mistake, to find the next one. */
  static void collect(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    spec.exitCodeOnInvalidInput(ExitCodes.USAGE);
    spec.parser().collectErrors(true);
    line.getSubcommands().values().forEach(UsageErrors::collect);
  }

  /** Runs the command if nothing is wrong; otherwise prints it all. */
  static int runOrPrint(ParseResult parsed) {
    List<ParameterException> failures =
        parsed.asCommandLineList().stream()
            .flatMap(line -> line.getParseResult().errors().stream())
            .filter(ParameterException.class::isInstance)
            .map(ParameterException.class::cast)
            .toList();
    if (!failures.isEmpty()) {
      return print(failures);
    }
    return CommandLine.executeHelpRequest(parsed) == null ? runConfigured(parsed) : ExitCodes.OK;
  }

  private static int runConfigured(ParseResult parsed) {
    CommandLine command = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
    List<String> problems = ConfigDefaults.problems(command.getCommandSpec());
    problems.forEach(command.getErr()::println);
    return problems.isEmpty() ? new CommandLine.RunLast().execute(parsed) : ExitCodes.USAGE;
  }

  static int print(List<ParameterException> failures) {
    CommandLine command = failures.get(failures.size() - 1).getCommandLine();
    PrintWriter err = command.getErr();
    Set<String> messages =
        failures.stream()
            .map(UsageErrors::message)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    messages.forEach(err::println);
    boolean suggested =
        failures.size() == 1 && UnmatchedArgumentException.printSuggestions(failures.get(0), err);
    if (!suggested) {
      err.println("Try: " + CommandWriter.local(words(command)));
    }
    return ExitCodes.USAGE;
  }

  private static String message(ParameterException failure) {
    if (failure.getCause() instanceof TypeConversionException wrong
        && failure.getArgSpec() != null) {
      return "Cannot use %s %s: %s"
          .formatted(label(failure.getArgSpec()), failure.getValue(), ValueProblem.of(wrong));
    }
    if (failure instanceof CommandLine.MutuallyExclusiveArgsException) {
      return "Cannot use two of these at once: %s. Leave one out."
          .formatted(failure.getMessage().replaceAll("^Error: | are mutually exclusive.*", ""));
    }
    return failure.getMessage();
  }

  private static String label(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
  }

  /** Returns what shows the help of a command: {@code placement explain --help}. */
  private static String[] words(CommandLine command) {
    String[] names = command.getCommandSpec().qualifiedName().split(" ");
    return Stream.concat(Stream.of(names).skip(1), Stream.of("--help")).toArray(String[]::new);
  }
}
