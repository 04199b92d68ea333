package io.sluice.tools.request;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds the arguments that name a policy and a group of it, or a group of a template. */
final class GroupArguments {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "GROUP",
      description = "Name of the decision group.")
  private String second;

  @Option(names = "--ungrouped", description = "The clusters that are in no named group.")
  private boolean ungrouped;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /**
   * Returns the name of the policy; null if none is named.
   *
   * @param template whether a template is named: then the only name is the group's
   */
  String policy(boolean template) {
    return shifted(template) ? null : first;
  }

  /** Returns the group; empty for the ungrouped clusters. */
  Optional<String> group(String verb, boolean template) {
    String group = shifted(template) ? first : second;
    if (ungrouped == (group != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot %s: %s. Write a group's name, or --ungrouped."
              .formatted(
                  verb,
                  ungrouped ? "both a group and --ungrouped are named" : "no group is named"));
    }
    return Optional.ofNullable(group);
  }

  private boolean shifted(boolean template) {
    return template && second == null;
  }
}
