package io.sluice.tools.option;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Holds the option that chooses the form of a result, and prints it.
 *
 * <p>Every command that a program may read has it. One that shows objects takes {@link
 * OutputFormat#WIDE} and {@link OutputFormat#NAME}, too: {@code @Mixin OutputOption output =
 * OutputOption.ofObjects()}.
 */
public final class OutputOption {
  private final Set<OutputFormat> allowed;
  private OutputFormat format = OutputFormat.TEXT;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Takes text, JSON and YAML. */
  public OutputOption() {
    this(EnumSet.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML));
  }

  private OutputOption(Set<OutputFormat> allowed) {
    this.allowed = allowed;
  }

  /** Takes every form. */
  public static OutputOption ofObjects() {
    return new OutputOption(EnumSet.allOf(OutputFormat.class));
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      completionCandidates = Candidates.class,
      description =
          "Form of the output: text, json or yaml; of rollouts also wide or name. Default: text.")
  void output(String name) {
    format =
        OutputFormat.of(name)
            .filter(allowed::contains)
            .orElseThrow(
                () ->
                    new ParameterException(
                        command.commandLine(),
                        "Cannot use --output %s: it is none of: %s. Write one."
                            .formatted(
                                name,
                                allowed.stream()
                                    .map(OutputFormat::label)
                                    .collect(Collectors.joining(", ")))));
  }

  /** Returns the form that is chosen. */
  public OutputFormat format() {
    return format;
  }

  /**
   * Prints the result of a command, whichever form of it that takes.
   *
   * @param document a record, or a tree of JSON
   */
  public void print(CommandSpec spec, Supplier<List<String>> text, Supplier<?> document) {
    print(spec.commandLine().getOut(), text, document, List::of);
  }

  /** Prints a result that has names. */
  public void print(
      PrintWriter out,
      Supplier<List<String>> text,
      Supplier<?> document,
      Supplier<List<String>> names) {
    format.lines(text, document, names).forEach(out::println);
    out.flush();
  }

  /** Lists the forms for the completion of a command line. */
  static final class Candidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(OutputFormat.values()).map(OutputFormat::label).iterator();
    }
  }
}
