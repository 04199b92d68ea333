package io.sluice.cli.request;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.CliFailure;
import io.sluice.cli.status.StatusReader;
import io.sluice.policy.PolicyName;
import java.util.Optional;

/**
 * Approves a group of one policy on the hub: checks whether it can be approved, writes the
 * approval, and reports what follows.
 */
public final class ApprovalWriter {
  private final RequestWriter writer;

  public ApprovalWriter(KubernetesClient client, PolicyName name) {
    this.writer =
        new RequestWriter(client, new RolloutSource.OfPolicy(new StatusReader(client), name));
  }

  /**
   * Approves, for the present version if it has a name; a second approval changes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @return sentences for the person who approved
   * @throws CliFailure when the group cannot be approved
   */
  public String approve(Optional<String> group) {
    return String.join(" ", writer.ask(new GroupApproval(group, ApprovalVersion.THIS_IF_NAMED)));
  }
}
