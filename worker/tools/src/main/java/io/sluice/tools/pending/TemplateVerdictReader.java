package io.sluice.tools.pending;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.PendingIntent;
import io.sluice.hub.template.BindingContext;
import io.sluice.policy.PolicyVersion;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.SettledIntent;
import io.sluice.template.work.WorkState;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.template.TemplateActivationReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateObjects;
import io.sluice.tools.template.TemplateReader;
import io.sluice.tools.template.TemplateVerdict;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plans the activation of a template, and reads which revision its clusters have. */
public final class TemplateVerdictReader {
  private final TemplateReader templates;
  private final TemplateActivationReader activations;

  public TemplateVerdictReader(KubernetesClient client, String own) {
    this.templates = new TemplateReader(requireNonNull(client, "client is null"), own);
    this.activations = new TemplateActivationReader(client);
  }

  /**
   * Returns the verdict.
   *
   * @param act begins messages: {@code "Cannot plan template Deployment shop/web"}
   * @throws CliFailure when it has no binding, or is gone
   */
  public PendingVerdict verdict(TemplateName name, String act, Instant now) {
    TemplateObjects objects = templates.read(name, act);
    TemplateVerdict verdict = activations.verdict(objects, act, now);
    return new PendingVerdict(
        objects.title(),
        verdict.pending().map(PendingIntent::revision),
        verdict.reason(),
        verdict.decision().because() + ".",
        verdict.clusters(),
        held(objects.context()),
        verdict.managed(),
        "What is pending changes its Work.");
  }

  private static Map<String, String> held(BindingContext context) {
    Map<String, String> held = new TreeMap<>();
    context.clusters().works().forEach((cluster, work) -> held.put(cluster, held(context, work)));
    return held;
  }

  private static String held(BindingContext context, WorkState work) {
    Optional<String> active = context.version().map(PolicyVersion::contentHash);
    if (active.equals(Optional.of(context.clusters().content(work)))) {
      return " at revision %s, which is active".formatted(active.get());
    }
    boolean former =
        context
            .clusters()
            .former(work.cluster())
            .map(DesiredWork::revision)
            .filter(work.held()::equals)
            .isPresent();
    String revision =
        context
            .settled()
            .filter(settled -> former)
            .map(SettledIntent::revision)
            .map(" at revision %s, which succeeded last"::formatted)
            .orElseGet(() -> " at another version, %s of its Work".formatted(work.held()));
    return revision + active.map("; revision %s is active"::formatted).orElse("");
  }
}
