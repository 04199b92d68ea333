package io.sluice.tools.request;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.template.ResourceId;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Approves a group of one policy or template on the hub: checks whether it can be approved, says
 * what that would change, writes the approval, and reports what follows.
 */
public final class ApprovalWriter {
  private final RolloutSource source;
  private final RequestWriter writer;

  private ApprovalWriter(KubernetesClient client, RolloutSource source) {
    this.source = source;
    this.writer = new RequestWriter(client, source);
  }

  /**
   * Prepares it.
   *
   * @throws CliFailure when it is a template that is gone
   */
  public static ApprovalWriter of(KubernetesClient client, RolloutTarget target) {
    return new ApprovalWriter(
        client,
        target instanceof BindingName binding
            ? template(client, binding)
            : new RolloutSource.OfPolicy(
                new StatusReader(client), (PolicyName) target, CommandWriter.PLAIN));
  }

  private static RolloutSource template(KubernetesClient client, BindingName name) {
    ResourceId id =
        new TemplateReader(client, name.namespace())
            .read(name, "Cannot approve binding " + name)
            .state()
            .resource();
    return new RolloutSource.OfTemplate(
        client,
        name.namespace(),
        new TemplateName(id.kind(), id.namespace(), id.name()),
        CommandWriter.PLAIN);
  }

  /**
   * Returns what an approval would change now; writes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @throws CliFailure when the group cannot be approved
   */
  public ApprovalQuestion question(Optional<String> group) {
    RequestContext context = writer.read(new GroupApproval(group, ApprovalVersion.ANY));
    List<ApprovalQuestion.Choice> choices =
        Stream.of(ApprovalVersion.THIS, ApprovalVersion.ANY)
            .filter(versions -> versions == ApprovalVersion.ANY || context.version().isPresent())
            .map(versions -> new GroupApproval(group, versions).choice(context))
            .toList();
    return new ApprovalQuestion(
        GroupLabel.of(group) + " of " + source.title(),
        context.rolloutName(),
        context.groups().stream()
            .filter(each -> each.key().name().equals(group.orElse("")))
            .toList(),
        context.version(),
        choices);
  }

  /** Approves, for the present version alone if it has a name. */
  public String approve(Optional<String> group) {
    return approve(group, ApprovalVersion.THIS_IF_NAMED, Optional.empty());
  }

  /**
   * Approves; a second approval changes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @param expected the version that the person saw; empty if any will do
   * @return sentences for the person who approved
   * @throws CliFailure when the group cannot be approved
   */
  public String approve(
      Optional<String> group, ApprovalVersion versions, Optional<String> expected) {
    return String.join(" ", writer.ask(new GroupApproval(group, versions, expected)));
  }
}
