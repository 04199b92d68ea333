package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.LastApplied;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.SpecEditor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Writes what a person asks of a rollout into the spec of its Rollout object, with the rights and
 * under the name of that person.
 *
 * <p>Every write carries the resourceVersion it was decided on; after a conflict all is read and
 * decided again.
 */
final class RequestWriter {
  private static final int TRIES = 10;

  private final KubernetesClient client;
  private final RolloutSource source;

  RequestWriter(KubernetesClient client, RolloutSource source) {
    this.client = requireNonNull(client, "client is null");
    this.source = requireNonNull(source, "source is null");
  }

  /**
   * Asks; asking twice changes nothing.
   *
   * @return what came of it
   * @throws CliFailure when it cannot be granted
   */
  RequestDecision ask(RolloutRequest request) {
    RequestContext context = read(request);
    for (int i = 0; i < TRIES; i++) {
      RequestDecision decision = request.decide(context);
      if (decision.spec().isEmpty()) {
        return decision;
      }
      Map<String, Object> patch = patch(context, decision.spec().get());
      Optional<GenericKubernetesResource> stored = written(context, patch);
      if (stored.isPresent()) {
        checkKept(request, context, patch, stored.get());
        return decision.saying(takenBack(context, patch));
      }
      context = read(request);
    }
    throw request.refusal(
        context,
        "Rollout %s changed %d times meanwhile. Try again."
            .formatted(context.rolloutName(), TRIES));
  }

  /**
   * Reads what a request would be decided on.
   *
   * @throws CliFailure when it cannot be granted to anything of this kind
   */
  RequestContext read(RolloutRequest request) {
    RequestContext context = source.read(request.cannot(source));
    request.check(context);
    return context;
  }

  private static Map<String, Object> patch(RequestContext context, RolloutSpec wanted) {
    return RolloutSpecEditor.patch(HubObjects.part(context.object(), "spec"), wanted);
  }

  /** Says what does not last. */
  private static Optional<String> takenBack(RequestContext context, Map<String, Object> patch) {
    SortedSet<String> fields = LastApplied.takenBack(context.object(), patch);
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Rollout %s is applied from a manifest that has %s: the next apply of it, or sync of Argo CD, takes this back. %s"
                .formatted(context.rolloutName(), String.join(" and ", fields), remedy(fields)));
  }

  /** No manifest has what people record, and only a server-side apply leaves it alone. */
  private static String remedy(SortedSet<String> fields) {
    return fields.contains("spec.decisionGroups")
        ? "Take spec.decisionGroups out of it, or have it applied with --server-side."
        : "Change the manifest, too.";
  }

  /** An API server whose CRD lacks a field drops it without a word. */
  private static void checkKept(
      RolloutRequest request,
      RequestContext context,
      Map<String, Object> patch,
      GenericKubernetesResource stored) {
    Map<String, Object> spec = HubObjects.part(stored, "spec");
    List<String> dropped =
        patch.keySet().stream()
            .filter(field -> patch.get(field) != null && !spec.containsKey(field))
            .map("spec."::concat)
            .toList();
    if (!dropped.isEmpty()) {
      throw request.refusal(
          context,
          "the hub does not keep %s, as its CRD of Rollout is older than this command. Replace the workers and the CRD first: deploy/crds."
              .formatted(String.join(" and ", dropped)));
    }
  }

  /** Returns what is stored; empty when the object has changed since it was read. */
  private Optional<GenericKubernetesResource> written(
      RequestContext context, Map<String, Object> patch) {
    ObjectMeta metadata = context.object().getMetadata();
    try {
      // A patch, because an update of fabric8 carries no field manager.
      return Optional.of(
          client
              .genericKubernetesResources(Kinds.ROLLOUT)
              .inNamespace(metadata.getNamespace())
              .withName(metadata.getName())
              .patch(
                  new PatchContext.Builder()
                      .withPatchType(PatchType.JSON_MERGE)
                      .withFieldManager(SpecEditor.of(client))
                      .build(),
                  HubObjects.json(
                      Map.of(
                          "metadata",
                          Map.of("resourceVersion", metadata.getResourceVersion()),
                          "spec",
                          patch))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
