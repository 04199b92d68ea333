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
      "Where the policy has a version annotation, the approval holds for that version alone.",
      "Where a rule of approvals covers the group, it records that you approve what is on the hub",
      "now, in place of what you have recorded before, and says how many people are missing."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice approve web-tls prod -n policies",
      "  ./sluice approve web-tls --ungrouped -n policies",
      "  ./sluice approve web-tls prod --any-version -n policies",
      "  ./sluice approve web-tls prod --comment 'tried on stage' -n policies",
      "  ./sluice approve --template Deployment/web prod -n shop",
      "",
      "Exit codes: 0 approved, also if it was before; 1 failed; 64 wrong usage."
    })
public final class ApproveCommand extends GroupRequestCommand {
  private static final int MOST_CHARACTERS = 512;

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

  @Option(
      names = "--comment",
      paramLabel = "TEXT",
      description =
          "Why, at most 512 characters; kept where a rule of approvals covers the group. Default:"
              + " none.")
  private String comment;

  @Override
  RolloutRequest request(Optional<String> group) {
    if (comment != null && comment.length() > MOST_CHARACTERS) {
      throw refusal(
          ": the comment has %d characters, more than %d. Shorten it."
              .formatted(comment.length(), MOST_CHARACTERS));
    }
    return new GroupApproval(
        group,
        versions.meant(),
        SeenVersion.ANY,
        Optional.ofNullable(comment).filter(text -> !text.isBlank()));
  }
}
