package io.sluice.tools.activation;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.PendingIntent;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.template.KarmadaKeys;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.SpecEditor;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets the instant at which what is pending of a Karmada policy is released (lazy-activation 4.5).
 *
 * <p>Karmada's API has no place for the release of one revision: the annotation of the policy
 * releases what is pending of all its templates.
 */
final class TemplateActivationWriter {
  private final KubernetesClient client;
  private final HubApi hub;
  private final TemplateReader templates;

  TemplateActivationWriter(KubernetesClient client, TemplateReader templates) {
    this.client = requireNonNull(client, "client is null");
    this.hub = new HubApi(client);
    this.templates = requireNonNull(templates, "templates is null");
  }

  /**
   * Sets the instant.
   *
   * @param at empty: refused
   * @return lines for the person who asked
   * @throws CliFailure when nothing is pending, or without an instant that is to come
   */
  List<String> activate(TemplateName template, Optional<Instant> at, Instant now) {
    String act = "Cannot activate what is pending of " + template;
    PendingIntent pending = pending(template, act);
    String owner = pending.from();
    if (at.isEmpty()) {
      throw new CliFailure(
          "%s now: a template has no Rollout that could release one revision. Change the template, or add --at INSTANT, which releases what is pending of all templates of %s."
              .formatted(act, owner));
    }
    if (!at.get().isAfter(now)) {
      throw new CliFailure(
          "%s at %s: that has passed, and would release only what was pending then. Name an instant that is to come."
              .formatted(act, at.get()));
    }
    annotate(owner, at.get(), act);
    return List.of(
        "What is pending then of all templates of %s is activated at %s."
            .formatted(owner, at.get()),
        "  now of %s: revision %s, %s."
            .formatted(template.label(), pending.revision(), String.join(", ", pending.changes())));
  }

  private PendingIntent pending(TemplateName template, String act) {
    return templates
        .read(template, act)
        .state()
        .record()
        .flatMap(ActivationRecord::pending)
        .orElseThrow(
            () ->
                new CliFailure(
                    act + ": nothing is pending. Edit the placement of its policy first."));
  }

  /** Writes the annotation; after an edit of the policy meanwhile the hub answers 409. */
  private void annotate(String owner, Instant at, String act) {
    String[] parts = owner.split("/");
    boolean namespaced = parts.length > 2;
    ResourceDefinitionContext kind =
        namespaced ? KarmadaKinds.PROPAGATION_POLICY : KarmadaKinds.CLUSTER_PROPAGATION_POLICY;
    GenericKubernetesResource policy =
        (namespaced ? hub.get(kind, parts[1], parts[2]) : hub.get(kind, "", parts[1]))
            .orElseThrow(
                () ->
                    new CliFailure(
                        "%s: %s does not exist any more. Look again in a moment."
                            .formatted(act, owner)));
    Map<String, Object> metadata =
        Map.of(
            "resourceVersion",
            policy.getMetadata().getResourceVersion(),
            "annotations",
            Map.of(KarmadaKeys.ACTIVATE_AT, at.toString()));
    PatchContext patch =
        new PatchContext.Builder()
            .withPatchType(PatchType.JSON_MERGE)
            .withFieldManager(SpecEditor.of(client))
            .build();
    String body = HubObjects.json(Map.of("metadata", metadata));
    if (namespaced) {
      client
          .genericKubernetesResources(kind)
          .inNamespace(parts[1])
          .withName(parts[2])
          .patch(patch, body);
    } else {
      client.genericKubernetesResources(kind).withName(parts[1]).patch(patch, body);
    }
  }
}
