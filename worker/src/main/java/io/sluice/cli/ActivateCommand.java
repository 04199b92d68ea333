package io.sluice.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.option.HubOptions;
import io.sluice.cli.option.InstantConverter;
import io.sluice.cli.option.JarVersion;
import io.sluice.cli.option.Verbosity;
import io.sluice.policy.PolicyName;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Releases a pending edit of how a policy is placed (lazy-activation 4.5). */
@Command(
    name = "activate",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Activates an edit of how a policy is placed, which waits for a change of the policy.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice activate web-tls -n policies",
      "  ./sluice activate web-tls -n policies --at 2026-03-01T22:00:00Z",
      "  ./sluice activate --template Deployment/web -n default --at 2026-03-01T22:00:00Z",
      "",
      "Exit codes: 0 written, also if it was before; 1 failed, or nothing is pending;",
      "64 wrong usage."
    })
final class ActivateCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Option(
      names = "--template",
      paramLabel = "KIND/NAME",
      description = {
        "In place of a policy: a template that Karmada's API propagates; with --at. Concerns all",
        "templates of its policy."
      })
  private String template;

  @Option(
      names = "--revision",
      paramLabel = "REVISION",
      description = "Activate this revision and no other. Default: the one that is pending.")
  private String revision;

  @Option(
      names = "--at",
      paramLabel = "INSTANT",
      converter = InstantConverter.class,
      description = "Activate what is pending at this instant, as 2026-03-01T22:00:00Z.")
  private Instant at;

  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    check();
    Config config = hub.config();
    try (KubernetesClient client = HubOptions.client(config)) {
      PrintWriter out = spec.commandLine().getOut();
      activate(client, hub.namespace(config)).forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }

  private void check() {
    if ((policy == null) == (template == null)) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot activate: %s. Write a policy's name, or --template KIND/NAME."
              .formatted(
                  policy == null
                      ? "no policy is named"
                      : "both a policy and a template are named"));
    }
    if (template != null && !template.matches("[^/]+/[^/]+")) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot activate template %s: it is no kind with a name. Write one such as Deployment/web."
              .formatted(template));
    }
    if (template != null && revision != null) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot activate one revision of a template: Karmada's API has no place for it. Leave --revision out, and use --at.");
    }
  }

  private List<String> activate(KubernetesClient client, String namespace) {
    Optional<Instant> instant = Optional.ofNullable(at);
    Instant now = Instant.now();
    if (template == null) {
      return new ActivationWriter(new StatusReader(client), new PolicyName(namespace, policy))
          .activate(Optional.ofNullable(revision), instant, now);
    }
    String[] parts = template.split("/");
    return new TemplateActivationWriter(client)
        .activate(parts[0], namespace, parts[1], instant, now);
  }
}
