package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.work.BindingState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds ResourceBindings, ClusterResourceBindings and their Works. */
final class BindingCache {
  private static final String DEPENDENCY = "dependency";
  private static final String BINDING = "binding";

  private final Informers informers;

  BindingCache(Informers informers) {
    this.informers = requireNonNull(informers, "informers is null");
  }

  /** Starts to watch all three kinds. */
  void watch() {
    Map<String, Function<GenericKubernetesResource, List<String>>> byDependency =
        Map.of(DEPENDENCY, BindingCache::dependencies);
    informers.watch(KarmadaKinds.RESOURCE_BINDING, byDependency);
    informers.watch(KarmadaKinds.CLUSTER_RESOURCE_BINDING, byDependency);
    informers.watch(KarmadaKinds.WORK, Map.of(BINDING, BindingCache::bindingIds));
  }

  private static List<String> dependencies(GenericKubernetesResource binding) {
    return BindingParser.dependencies(binding).stream().map(ResourceId::toString).toList();
  }

  private static List<String> bindingIds(GenericKubernetesResource work) {
    Map<String, String> labels = HubObjects.labels(work);
    return Stream.of(KarmadaKeys.BINDING_ID, KarmadaKeys.CLUSTER_BINDING_ID)
        .filter(labels::containsKey)
        .map(labels::get)
        .toList();
  }

  List<GenericKubernetesResource> all() {
    return Stream.concat(
            informers.all(KarmadaKinds.RESOURCE_BINDING).stream(),
            informers.all(KarmadaKinds.CLUSTER_RESOURCE_BINDING).stream())
        .toList();
  }

  Optional<GenericKubernetesResource> of(BindingName name) {
    return informers.find(KarmadaKinds.binding(name.bindingNamespace()), name.bindingKey());
  }

  Optional<GenericKubernetesResource> of(ResourceId template) {
    return informers.find(KarmadaKinds.binding(template.namespace()), template.bindingKey());
  }

  /** Returns the bindings of the workloads that mount it. */
  List<BindingState> dependents(ResourceId dependency) {
    return Stream.of(KarmadaKinds.RESOURCE_BINDING, KarmadaKinds.CLUSTER_RESOURCE_BINDING)
        .flatMap(kind -> informers.by(kind, DEPENDENCY, dependency.toString()).stream())
        .map(BindingParser::parse)
        .toList();
  }

  /** Returns the bindings of the workloads that require what this binding propagates. */
  List<GenericKubernetesResource> requiring(BindingState binding) {
    return binding.requiredBy().stream()
        .map(JsonTree::map)
        .flatMap(entry -> named(entry).stream())
        .toList();
  }

  private Optional<GenericKubernetesResource> named(Map<String, Object> required) {
    String namespace = JsonTree.text(required, "namespace").orElse("");
    String workload = JsonTree.text(required, "name").orElse("");
    return informers.find(
        KarmadaKinds.binding(namespace),
        namespace.isEmpty() ? workload : namespace + "/" + workload);
  }

  /** Returns the Works that carry the id of a binding. */
  List<GenericKubernetesResource> works(String bindingId) {
    return informers.by(KarmadaKinds.WORK, BINDING, bindingId);
  }
}
