package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.activation.ActivationRecordTree;
import io.sluice.activation.ContentFingerprint;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.PolicyClaim;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the claim of a policy on a template, and the content seen last, in one patch of our keys.
 */
public final class ClaimWriter {
  private static final String ANNOTATIONS = "annotations";

  private final HubApi hub;

  public ClaimWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /** Reads the content at the last decision from a template. */
  public static Optional<ContentFingerprint> seen(GenericKubernetesResource template) {
    return ActivationRecordTree.fingerprint(
        BindingParser.tree(HubObjects.annotations(template), KarmadaKeys.SEEN));
  }

  /** Writes, if that changes anything. */
  public void write(
      ResourceDefinitionContext kind,
      GenericKubernetesResource template,
      Optional<PolicyClaim> claim,
      Optional<ContentFingerprint> seen) {
    requireNonNull(kind, "kind is null");
    Map<String, Object> patch = patch(template, claim, seen);
    if (!patch.isEmpty()) {
      hub.merge(kind, template.getMetadata(), "", Map.of("metadata", patch));
    }
  }

  /** Returns whether the write would raise the generation of the template. */
  public static boolean countsUp(
      GenericKubernetesResource template,
      Optional<PolicyClaim> claim,
      Optional<ContentFingerprint> seen) {
    return countsAnnotations(template) && patch(template, claim, seen).containsKey(ANNOTATIONS);
  }

  private static Map<String, Object> patch(
      GenericKubernetesResource template,
      Optional<PolicyClaim> claim,
      Optional<ContentFingerprint> seen) {
    Map<String, String> annotations = PolicyClaim.annotations(claim);
    annotations.put(KarmadaKeys.SEEN, seen.map(content -> text(template, content)).orElse(null));
    Map<String, Object> patch = new LinkedHashMap<>();
    put(patch, "labels", HubObjects.labels(template), PolicyClaim.labels(claim));
    put(patch, ANNOTATIONS, HubObjects.annotations(template), annotations);
    return patch;
  }

  /** Returns the present text while it records the same content, so that nothing is written. */
  private static String text(GenericKubernetesResource template, ContentFingerprint seen) {
    return seen(template).filter(seen::recordedBy).isPresent()
        ? HubObjects.annotations(template).get(KarmadaKeys.SEEN)
        : HubObjects.json(
            ActivationRecordTree.of(countsAnnotations(template) ? seen.countedUp() : seen));
  }

  /** The server raises the generation of a Deployment for edits of its annotations, too. */
  private static boolean countsAnnotations(GenericKubernetesResource template) {
    return template.getKind().equals("Deployment") && template.getApiVersion().startsWith("apps/");
  }

  private static void put(
      Map<String, Object> patch,
      String field,
      Map<String, String> present,
      Map<String, String> wanted) {
    Map<String, String> changes = new LinkedHashMap<>();
    wanted.forEach(
        (key, value) -> {
          if (!Optional.ofNullable(value).equals(Optional.ofNullable(present.get(key)))) {
            changes.put(key, value);
          }
        });
    if (!changes.isEmpty()) {
      patch.put(field, changes);
    }
  }
}
