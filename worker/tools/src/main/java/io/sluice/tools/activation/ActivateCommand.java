package io.sluice.tools.activation;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.InstantConverter;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateOption;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Releases a pending edit of a policy's targeting (lazy-activation 4.5). */
@Command(
    name = "activate",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Activates an edit of how a policy is placed, which waits for a change of the policy.",
      "Writes it into the spec of the Rollout object, with your rights on the hub.",
      "With --template and --at: what is pending then of all templates of its Karmada policy."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice activate web-tls -n policies",
      "  ./sluice activate web-tls -n policies --at 2026-03-01T22:00:00Z",
      "  ./sluice activate --template Deployment/web -n shop --at 2026-03-01T22:00:00Z",
      "",
      "Exit codes: 0 written, also if it was before; 1 failed, or nothing is pending;",
      "64 wrong usage."
    })
public final class ActivateCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

  @Mixin private TemplateOption template;

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
    Config config = hub.config();
    String namespace = hub.namespace(config);
    Optional<TemplateName> named = template.name(spec, "activate", policy, namespace);
    if (named.isPresent() && revision != null) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot activate one revision of a template: Karmada's API has no place for it. Leave"
              + " --revision out, and use --at.");
    }
    Optional<Instant> instant = Optional.ofNullable(at);
    Instant now = Instant.now();
    try (KubernetesClient client = HubOptions.client(config)) {
      PrintWriter out = spec.commandLine().getOut();
      named
          .map(
              name ->
                  new TemplateActivationWriter(client, template.own()).activate(name, instant, now))
          .orElseGet(
              () ->
                  new ActivationWriter(client, new PolicyName(namespace, policy))
                      .activate(Optional.ofNullable(revision), instant, now))
          .forEach(out::println);
      out.flush();
    }
    return ExitCodes.OK;
  }
}
