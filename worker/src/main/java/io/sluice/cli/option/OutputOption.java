package io.sluice.cli.option;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Holds the option that chooses the form of a result, and prints it. */
public final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "Form of the output: text, json or yaml. Default: text.")
  private OutputFormat output = OutputFormat.TEXT;

  /** Prints the result of a command, whichever form of it that takes. */
  public void print(
      CommandSpec spec, Supplier<List<String>> text, Supplier<Map<String, Object>> tree) {
    PrintWriter out = spec.commandLine().getOut();
    output.lines(text, tree).forEach(out::println);
    out.flush();
  }
}
