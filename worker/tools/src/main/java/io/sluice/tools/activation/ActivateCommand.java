package io.sluice.tools.activation;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.option.InstantConverter;
import io.sluice.tools.request.RequestCommand;
import io.sluice.tools.request.RolloutRequest;
import io.sluice.tools.request.RolloutSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Releases a pending edit of a policy's targeting (lazy-activation 4.5). */
@Command(
    name = "activate",
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
public final class ActivateCommand extends RequestCommand {
  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "Name of the policy.")
  private String policy;

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

  @Override
  protected String policy() {
    return policy;
  }

  @Override
  protected RolloutRequest request() {
    if (template() && revision != null) {
      throw refusal(
          " one revision of a template: Karmada's API has no place for it. Leave --revision out, and use --at.");
    }
    return new ActivationRequest(
        Optional.ofNullable(revision), Optional.ofNullable(at), Instant.now());
  }

  @Override
  protected List<String> ask(
      KubernetesClient client, RolloutSource source, RolloutRequest request) {
    return source instanceof RolloutSource.OfTemplate template
        ? new TemplateActivationWriter(client, template.reader())
            .activate(template.name(), Optional.ofNullable(at), Instant.now())
        : super.ask(client, source, request);
  }
}
