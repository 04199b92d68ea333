package io.sluice.tools.option;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Formats why an option does not take a value, and what it takes. */
public final class ValueProblem {
  private ValueProblem() {}

  /** Returns what is wrong with a text for this option, which keeps its value; empty: nothing. */
  public static Optional<String> of(OptionSpec option, String text) {
    Object[] value = {null};
    OptionSpec.Builder trial =
        OptionSpec.builder(option)
            .getter(
                new CommandLine.Model.IGetter() {
                  @SuppressWarnings("unchecked")
                  @Override
                  public <T> T get() {
                    return (T) value[0];
                  }
                })
            .setter(
                new CommandLine.Model.ISetter() {
                  @SuppressWarnings("unchecked")
                  @Override
                  public <T> T set(T next) {
                    T former = (T) value[0];
                    value[0] = next;
                    return former;
                  }
                });
    CommandLine line =
        new CommandLine(CommandSpec.create().addOption(trial.build()))
            .setCaseInsensitiveEnumValuesAllowed(true);
    try {
      line.parseArgs(option.longestName() + "=" + text);
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(
          e.getCause() instanceof TypeConversionException wrong ? of(wrong) : other(e));
    }
  }

  private static String other(ParameterException failure) {
    return failure.getMessage().contains("not a boolean")
        ? "it is neither true nor false. Write one."
        : failure.getMessage();
  }

  /** Formats it for a value that is no value of the option's type. */
  public static String of(TypeConversionException wrong) {
    return wrong
        .getMessage()
        .replaceFirst("^expected one of \\[(.*)\\] .*", "it is none of: $1. Write one.")
        .replaceFirst("^'.*' is not a boolean$", "it is neither true nor false. Write one.");
  }
}
