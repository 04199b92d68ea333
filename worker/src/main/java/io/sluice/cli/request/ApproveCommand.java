package io.sluice.cli.request;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.Verbosity;
import io.sluice.cli.template.TemplateName;
import io.sluice.cli.template.TemplateOption;
import io.sluice.policy.PolicyName;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Approves a group of a policy or template, with the rights of the user (rollout-strategy A5). */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Lets a group of a policy go, or of a template.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice approve web-tls prod -n policies",
      "  ./sluice approve web-tls --ungrouped -n policies",
      "  ./sluice approve --template Deployment/web prod -n shop",
      "",
      "Exit codes: 0 approved, also if it was before; 1 failed; 64 wrong usage."
    })
public final class ApproveCommand implements Callable<Integer> {
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

  @Option(names = "--ungrouped", description = "Approve the clusters that are in no named group.")
  private boolean ungrouped;

  @Mixin private TemplateOption template;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    // With a template the only name is the group's.
    boolean shifted = template.given() && second == null;
    String policy = shifted ? null : first;
    String group = shifted ? first : second;
    Config config = hub.config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "approve", policy, namespace);
    if (ungrouped == (group != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot approve: %s. Write a group's name, or --ungrouped."
              .formatted(
                  ungrouped ? "both a group and --ungrouped are named" : "no group is named"));
    }
    try (KubernetesClient client = HubOptions.client(config)) {
      ApprovalWriter approving =
          named
              .map(
                  name ->
                      new ApprovalWriter(
                          client, new ApprovalSource.OfTemplate(client, template.own(), name)))
              .orElseGet(() -> new ApprovalWriter(client, new PolicyName(namespace, policy)));
      PrintWriter out = spec.commandLine().getOut();
      out.println(approving.approve(Optional.ofNullable(group)));
      out.flush();
    }
    return ExitCodes.OK;
  }
}
