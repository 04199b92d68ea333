package io.sluice.tools.request;

import io.sluice.tools.option.HubNameOption;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes back the approval of a group (rollout-strategy A6, A9). */
@Command(
    name = "revoke",
    description = {
      "Takes back the approval of a group of a policy, or of a template.",
      "Clusters that have started go on. Where a rule of approvals covers the group, it withdraws",
      "the approval that you have recorded; if you have recorded none, it holds the group whatever",
      "others approve.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice revoke web-tls prod -n policies",
      "  ./sluice revoke web-tls --ungrouped -n policies",
      "  ./sluice revoke web-tls prod --of bob -n policies",
      "  ./sluice revoke --template Deployment/web prod -n shop",
      "",
      "Exit codes: 0 not approved, also if it was not before; 1 failed, or it cannot be",
      "revoked; 64 wrong usage."
    })
public final class RevokeCommand extends GroupRequestCommand {
  @Mixin private HubNameOption hubName;

  @Option(
      names = "--of",
      paramLabel = "USER",
      description =
          "Withdraw what this user has recorded, as a member of sluice:approvals-admin. Default:"
              + " what you have recorded.")
  private String of;

  @Override
  RolloutRequest request(Optional<String> group) {
    return new GroupRevocation(group, hubName.name(), Optional.ofNullable(of));
  }
}
