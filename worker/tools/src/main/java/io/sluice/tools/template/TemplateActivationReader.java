package io.sluice.tools.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.Fingerprinter;
import io.sluice.activation.UserView;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.ServedKinds;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.AnnotationYaml;
import io.sluice.hub.template.ClaimWriter;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.settings.TemplateSettings;
import io.sluice.template.OwnerResolver;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyParser;
import io.sluice.template.ResourceId;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.work.IntentComparer;
import io.sluice.template.work.TemplateFacts;
import io.sluice.template.work.TemplatePlanner;
import io.sluice.tools.option.CliFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Plans the activation of a template as a worker would now, from the hub alone, and writes nothing
 * (lazy-activation 1.2).
 *
 * <p>The key of the fingerprints of Secrets is the worker's own: whether the content of a Secret
 * has changed is what the worker recorded.
 */
public final class TemplateActivationReader {
  private static final byte[] NO_KEY = {0};
  private static final UserView VIEW = TemplateSettings.DEFAULTS.view();

  private final HubApi hub;
  private final ServedKinds kinds;

  public TemplateActivationReader(KubernetesClient client) {
    this.hub = new HubApi(requireNonNull(client, "client is null"));
    this.kinds = new ServedKinds(client);
  }

  /**
   * Returns the verdict.
   *
   * @param act begins messages: {@code "Cannot show ..."}
   * @throws CliFailure when the template is gone
   */
  public TemplateVerdict verdict(TemplateObjects objects, String act, Instant now) {
    ResourceId id = objects.state().resource();
    GenericKubernetesResource object =
        kinds
            .find(id.apiVersion(), id.kind())
            .flatMap(kind -> hub.get(kind, id.namespace(), id.name()))
            .orElseThrow(
                () ->
                    new CliFailure(
                        "%s: the hub has no such template any more. Its binding %s goes with it."
                            .formatted(act, objects.name())));
    ResourceTemplate template = ResourceTemplate.of(HubObjects.toTree(object));
    Map<String, Map<String, String>> inventory = inventory();
    TemplateFacts facts =
        new TemplateFacts(
            template,
            OwnerResolver.owner(template, policies(id.namespace())),
            new Fingerprinter(VIEW, NO_KEY).of(template.object()),
            ClaimWriter.seen(object),
            Optional.empty(),
            Optional.of(objects.state()),
            List.of(),
            inventory);
    return new TemplateVerdict(
        TemplatePlanner.plan(VIEW, facts, now).decision(),
        IntentComparer.compare(facts),
        inventory.keySet());
  }

  private List<PropagationPolicy> policies(String namespace) {
    List<GenericKubernetesResource> found =
        new ArrayList<>(hub.listAll(KarmadaKinds.CLUSTER_PROPAGATION_POLICY));
    if (!namespace.isEmpty()) {
      found.addAll(hub.list(KarmadaKinds.PROPAGATION_POLICY, namespace));
    }
    return found.stream()
        .map(HubObjects::toTree)
        .map(tree -> PropagationPolicyParser.parse(tree, AnnotationYaml::parse))
        .toList();
  }

  private Map<String, Map<String, String>> inventory() {
    Map<String, Map<String, String>> inventory = new TreeMap<>();
    hub.listAll(Kinds.MANAGED_CLUSTER).stream()
        .filter(cluster -> !HubObjects.deleting(cluster))
        .forEach(
            cluster -> inventory.put(cluster.getMetadata().getName(), HubObjects.labels(cluster)));
    return inventory;
  }
}
