package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.sluice.activation.ActivationRecordTree;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.LazyFields;
import io.sluice.template.PolicyClaim;
import io.sluice.template.ResourceId;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.DependencyRequirement;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import io.sluice.template.work.WorkOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Renders the object of a binding; what it does not own stays as it is. */
final class BindingRenderer {
  private static final String RESOURCE = "resource";

  private final ResourceTemplate template;
  private final DesiredBinding desired;
  private final List<ResourceId> dependencies;

  BindingRenderer(
      ResourceTemplate template, DesiredBinding desired, List<ResourceId> dependencies) {
    this.template = template;
    this.desired = desired;
    this.dependencies = dependencies;
  }

  /**
   * Renders.
   *
   * @param refresh whether its snapshot becomes that of the template as it is now
   */
  GenericKubernetesResource render(Optional<GenericKubernetesResource> present, boolean refresh) {
    ResourceId id = template.id();
    ObjectMeta meta =
        present
            .map(GenericKubernetesResource::getMetadata)
            .map(ObjectMetaBuilder::new)
            .orElseGet(
                () ->
                    new ObjectMetaBuilder()
                        .withName(id.bindingName())
                        .withNamespace(id.namespaced() ? id.namespace() : null))
            .withLabels(labels(present))
            .withAnnotations(annotations(present, refresh))
            .withFinalizers(finalizer(id.namespace()))
            .withOwnerReferences(owner())
            .build();
    GenericKubernetesResource object =
        HubObjects.object(KarmadaKinds.binding(id.namespace()), meta);
    object.setAdditionalProperty("spec", spec(present, refresh));
    return object;
  }

  static String finalizer(String namespace) {
    return namespace.isEmpty()
        ? KarmadaKeys.CLUSTER_BINDING_FINALIZER
        : KarmadaKeys.BINDING_FINALIZER;
  }

  private OwnerReference owner() {
    return new OwnerReferenceBuilder()
        .withApiVersion(template.id().apiVersion())
        .withKind(template.id().kind())
        .withName(template.id().name())
        .withUid(template.uid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  private Map<String, String> labels(Optional<GenericKubernetesResource> present) {
    Map<String, String> labels =
        new LinkedHashMap<>(present.map(HubObjects::labels).orElse(Map.of()));
    merge(labels, PolicyClaim.labels(desired.claim()));
    labels.putIfAbsent(
        BindingState.idLabel(template.id().namespace()), UUID.randomUUID().toString());
    labels.keySet().removeIf(key -> key.startsWith(KarmadaKeys.DEPENDED_BY));
    desired
        .requiredBy()
        .forEach(
            workload ->
                labels.put(
                    KarmadaKeys.DEPENDED_BY
                        + Hashes.ofName(workload.namespace() + "/" + workload.name()),
                    workload.bindingId()));
    return labels;
  }

  private Map<String, String> annotations(
      Optional<GenericKubernetesResource> present, boolean refresh) {
    Map<String, String> annotations =
        new LinkedHashMap<>(present.map(HubObjects::annotations).orElse(Map.of()));
    merge(annotations, PolicyClaim.annotations(desired.claim()));
    Map<String, String> own = new LinkedHashMap<>();
    own.put(
        KarmadaKeys.ACTIVATION,
        desired.record().map(ActivationRecordTree::of).map(HubObjects::json).orElse(null));
    own.put(
        KarmadaKeys.TARGETING,
        desired
            .snapshot()
            .map(LazyFields::besideSpec)
            .filter(extra -> !extra.isEmpty())
            .map(HubObjects::json)
            .orElse(null));
    own.put(
        KarmadaKeys.DEPENDENCIES,
        dependencies.isEmpty()
            ? null
            : HubObjects.json(dependencies.stream().map(BindingRenderer::reference).toList()));
    merge(annotations, own);
    if (refresh) {
      long former = present.map(BindingParser::parse).map(BindingState::activations).orElse(0L);
      annotations.put(KarmadaKeys.ACTIVATIONS, Long.toString(former + 1));
      annotations.remove(KarmadaKeys.TURN);
    }
    return annotations;
  }

  private static void merge(Map<String, String> present, Map<String, String> wanted) {
    wanted.forEach(
        (key, value) -> {
          if (value == null) {
            present.remove(key);
          } else {
            present.put(key, value);
          }
        });
  }

  private Map<String, Object> spec(Optional<GenericKubernetesResource> present, boolean refresh) {
    Map<String, Object> spec =
        present.map(object -> HubObjects.part(object, "spec")).orElseGet(LinkedHashMap::new);
    if (refresh || JsonTree.map(spec, RESOURCE).isEmpty()) {
      spec.put(RESOURCE, resource());
    }
    LazyFields.names().forEach(spec::remove);
    spec.putAll(desired.snapshot().map(LazyFields::inSpec).orElseGet(this::attached));
    list(spec, "clusters", clusters(desired.clusters()));
    list(spec, "requiredBy", desired.requiredBy().stream().map(BindingRenderer::workload).toList());
    return spec;
  }

  /**
   * Without a snapshot the workloads decide. Conflict resolution is always written, as the server
   * would set a default.
   */
  private Map<String, Object> attached() {
    WorkOptions options = WorkOptions.of(Optional.empty(), desired.requiredBy());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(LazyFields.CONFLICT_RESOLUTION, options.conflictResolution());
    if (options.preserve()) {
      fields.put(LazyFields.PRESERVE, true);
    }
    return fields;
  }

  private static void list(Map<String, Object> spec, String field, List<?> items) {
    if (items.isEmpty()) {
      spec.remove(field);
    } else {
      spec.put(field, items);
    }
  }

  private Map<String, Object> resource() {
    Map<String, Object> resource = new LinkedHashMap<>(reference(template.id()));
    resource.put("uid", template.uid());
    JsonTree.text(JsonTree.map(template.object(), "metadata"), "resourceVersion")
        .ifPresent(version -> resource.put("resourceVersion", version));
    return resource;
  }

  private static Map<String, Object> reference(ResourceId id) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("apiVersion", id.apiVersion());
    reference.put("kind", id.kind());
    if (id.namespaced()) {
      reference.put("namespace", id.namespace());
    }
    reference.put("name", id.name());
    return reference;
  }

  private static Map<String, Object> workload(DependencyRequirement workload) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("namespace", workload.namespace());
    entry.put("name", workload.name());
    entry.put("clusters", clusters(workload.clusters()));
    return entry;
  }

  private static List<Map<String, Object>> clusters(List<String> names) {
    List<Map<String, Object>> clusters = new ArrayList<>();
    names.forEach(name -> clusters.add(Map.of("name", name)));
    return clusters;
  }
}
