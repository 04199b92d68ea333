package io.sluice.tools.request;

import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a request about a group: its arguments are a policy and a group of it, or a group alone. */
abstract class GroupRequestCommand extends RequestCommand {
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

  /**
   * Returns what is asked for.
   *
   * @param group empty: the ungrouped clusters
   */
  abstract RolloutRequest request(Optional<String> group);

  @Override
  protected final String policy() {
    return shifted() ? null : first;
  }

  @Override
  protected final RolloutRequest request() {
    String group = shifted() ? first : second;
    if (ungrouped == (group != null)) {
      throw refusal(
          ": %s. Write a group's name, or --ungrouped."
              .formatted(
                  ungrouped ? "both a group and --ungrouped are named" : "no group is named"));
    }
    return request(Optional.ofNullable(group));
  }

  /** With a template the only name is the group's. */
  private boolean shifted() {
    return template() && second == null;
  }
}
