package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.CanonicalJson;
import io.sluice.template.ResourceId;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Writes bindings: snapshot, record and claim keys in one write (lazy-activation 1.1, 2.8). */
public final class BindingWriter {
  private final HubApi hub;

  public BindingWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /**
   * Writes a binding, if that changes anything.
   *
   * @param present as it was read; absent: it is created
   * @param refresh whether its snapshot becomes that of the template as it is now
   * @return the binding as it is then
   */
  public GenericKubernetesResource write(
      Optional<GenericKubernetesResource> present,
      ResourceTemplate template,
      DesiredBinding desired,
      List<ResourceId> dependencies,
      boolean refresh) {
    ResourceDefinitionContext kind = KarmadaKinds.binding(template.id().namespace());
    GenericKubernetesResource wanted =
        new BindingRenderer(template, desired, dependencies).render(present, refresh);
    if (present.isEmpty()) {
      return hub.create(kind, wanted);
    }
    return CanonicalJson.equivalent(content(present.get()), content(wanted))
        ? present.get()
        : hub.update(kind, wanted);
  }

  private static Map<String, Object> content(GenericKubernetesResource object) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("labels", HubObjects.labels(object));
    content.put("annotations", HubObjects.annotations(object));
    content.put("spec", HubObjects.part(object, "spec"));
    content.put("finalizers", object.getMetadata().getFinalizers());
    content.put(
        "owners",
        Objects.requireNonNullElse(object.getMetadata().getOwnerReferences(), List.of()).stream()
            .map(HubObjects::toTree)
            .toList());
    return content;
  }

  /** Begins to delete a binding; its finalizer keeps it until its Works are gone. */
  public void delete(GenericKubernetesResource binding) {
    hub.delete(kind(binding), binding);
  }

  /** Removes the finalizer from a binding that is being deleted. */
  public void release(GenericKubernetesResource binding) {
    String own = BindingRenderer.finalizer(namespace(binding));
    List<String> finalizers =
        Objects.requireNonNullElse(binding.getMetadata().getFinalizers(), List.of());
    if (finalizers.contains(own)) {
      hub.merge(
          kind(binding),
          binding.getMetadata(),
          "",
          Map.of(
              "metadata",
              Map.of(
                  "finalizers", finalizers.stream().filter(each -> !each.equals(own)).toList())));
    }
  }

  /** Writes the status, if that changes anything. */
  public void writeStatus(GenericKubernetesResource binding, Map<String, Object> status) {
    Map<String, Object> wanted = HubObjects.part(binding, "status");
    wanted.putAll(status);
    if (!CanonicalJson.equivalent(HubObjects.part(binding, "status"), wanted)) {
      hub.merge(kind(binding), binding.getMetadata(), "status", Map.of("status", status));
    }
  }

  private static ResourceDefinitionContext kind(GenericKubernetesResource binding) {
    return KarmadaKinds.binding(namespace(binding));
  }

  private static String namespace(GenericKubernetesResource binding) {
    return Objects.requireNonNullElse(binding.getMetadata().getNamespace(), "");
  }
}
