package io.sluice.tools.request;

import picocli.CommandLine.Parameters;

/** Runs a request about a rollout as a whole: its one argument is the policy. */
abstract class PolicyRequestCommand extends RequestCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "POLICY",
      description = "Name of the policy; not with --template.")
  private String policy;

  @Override
  protected final String policy() {
    return policy;
  }
}
