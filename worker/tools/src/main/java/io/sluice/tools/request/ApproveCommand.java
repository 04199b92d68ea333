package io.sluice.tools.request;

import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Approves a group of a policy or template, with the rights of the user (rollout-strategy A5). */
@Command(
    name = "approve",
    description = {
      "Approves a group of a policy, or of a template.",
      "Writes it into the spec of the Rollout object, with your rights on the hub.",
      "Where the policy has a version annotation, the approval holds for that version alone."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice approve web-tls prod -n policies",
      "  ./sluice approve web-tls --ungrouped -n policies",
      "  ./sluice approve web-tls prod --any-version -n policies",
      "  ./sluice approve --template Deployment/web prod -n shop",
      "",
      "Exit codes: 0 approved, also if it was before; 1 failed; 64 wrong usage."
    })
public final class ApproveCommand extends GroupRequestCommand {
  @ArgGroup(exclusive = true)
  private Versions versions = new Versions();

  /** Either of two. */
  static final class Versions {
    @Option(
        names = "--this-version",
        description =
            "Approve the present version alone: spec.approvalsForVersion is set to it. Default: if"
                + " the policy has a version annotation.")
    private boolean present;

    @Option(
        names = "--any-version",
        description = "Approve every version; spec.approvalsForVersion stays as it is.")
    private boolean any;

    private ApprovalVersion meant() {
      if (any) {
        return ApprovalVersion.ANY;
      }
      return present ? ApprovalVersion.THIS : ApprovalVersion.THIS_IF_NAMED;
    }
  }

  @Override
  RolloutRequest request(Optional<String> group) {
    return new GroupApproval(group, versions.meant());
  }
}
