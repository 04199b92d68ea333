package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.CONFIG_MAP;
import static io.sluice.simulator.propagator.PropagatorKinds.MANAGED_CLUSTER;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;
import static io.sluice.simulator.propagator.PropagatorKinds.PREFIX;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Builds the replica of a root for one cluster (policy-propagation 4.1, 4.2, 10). */
final class ReplicaBuilder {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final String TRIGGER = PREFIX + "trigger-update";
  private static final String DISABLE_TEMPLATES = PREFIX + "disable-templates";
  private static final String ENCRYPTION_IV = PREFIX + "encryption-iv";
  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

  /** The fields that upstream's types have; it loses all others. */
  private static final List<String> FIELDS =
      List.of(
          "disabled",
          "copyPolicyMetadata",
          "remediationAction",
          "policy-templates",
          "dependencies",
          "hubTemplateOptions");

  private final PropagatorCaches caches;
  private final DecisionReader decisions;
  private final TemplateInputs inputs;

  /**
   * Builds from what these have seen.
   *
   * @param inputs keeps what hub templates read
   */
  ReplicaBuilder(PropagatorCaches caches, DecisionReader decisions, TemplateInputs inputs) {
    this.caches = caches;
    this.decisions = decisions;
    this.inputs = inputs;
  }

  /**
   * Builds a replica.
   *
   * @param override the action that a binding gives; it never lowers the root's own
   * @param existing the replica on the hub
   */
  GenericKubernetesResource build(
      GenericKubernetesResource root,
      String cluster,
      Optional<String> override,
      Optional<GenericKubernetesResource> existing) {
    GenericKubernetesResource replica = new GenericKubernetesResource();
    replica.setApiVersion(PropagatorKinds.apiVersion(POLICY));
    replica.setKind(POLICY.getKind());
    replica.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(cluster)
            .withName(PolicyObject.replicaName(root))
            .withLabels(labels(root, cluster))
            .withAnnotations(annotations(root, existing))
            .build());
    replica.setAdditionalProperty("spec", spec(root, cluster, override));
    return replica;
  }

  private static Map<String, String> labels(GenericKubernetesResource root, String cluster) {
    Map<String, String> labels = copied(root, PolicyObject.labels(root));
    labels.put(PolicyObject.ROOT_LABEL, PolicyObject.replicaName(root));
    labels.put(PREFIX + "cluster-name", cluster);
    labels.put(PREFIX + "cluster-namespace", cluster);
    return labels;
  }

  private static Map<String, String> annotations(
      GenericKubernetesResource root, Optional<GenericKubernetesResource> existing) {
    Map<String, String> annotations = copied(root, PolicyObject.annotations(root));
    annotations.put("argocd.argoproj.io/compare-options", "IgnoreExtraneous");
    annotations.remove(LAST_APPLIED);
    if (!templatesDisabled(root)) {
      annotations.remove(TRIGGER);
    }
    existing
        .map(replica -> PolicyObject.annotations(replica).get(ENCRYPTION_IV))
        .ifPresent(vector -> annotations.put(ENCRYPTION_IV, vector));
    return annotations;
  }

  private static Map<String, String> copied(
      GenericKubernetesResource root, Map<String, String> entries) {
    Map<String, String> copied = new TreeMap<>(entries);
    if (Boolean.FALSE.equals(PolicyObject.spec(root).get("copyPolicyMetadata"))) {
      copied.keySet().removeIf(key -> !key.startsWith(PREFIX));
    }
    return copied;
  }

  private static boolean templatesDisabled(GenericKubernetesResource root) {
    return TRUE.contains(PolicyObject.annotations(root).getOrDefault(DISABLE_TEMPLATES, ""));
  }

  private Map<String, Object> spec(
      GenericKubernetesResource root, String cluster, Optional<String> override) {
    Map<String, Object> spec = normal(PolicyObject.spec(root));
    boolean enforced = "enforce".equalsIgnoreCase(ObjectTree.text(spec.get("remediationAction")));
    override.filter(raised -> !enforced).ifPresent(raised -> spec.put("remediationAction", raised));
    DependencyList dependencies =
        new DependencyList(root.getMetadata().getNamespace(), decisions::set);
    spec.computeIfPresent("dependencies", (field, list) -> dependencies.rewrite(list));
    Optional<HubTemplateRenderer> renderer =
        templatesDisabled(root) ? Optional.empty() : Optional.of(renderer(root, cluster));
    spec.put(
        "policy-templates",
        ObjectTree.maps(spec.get("policy-templates"))
            .map(template -> template(template, dependencies, renderer))
            .toList());
    return normal(spec);
  }

  private HubTemplateRenderer renderer(GenericKubernetesResource root, String cluster) {
    PolicyWork replica = PolicyWork.replica(cluster, PolicyObject.replicaName(root));
    inputs.begin(replica);
    return new HubTemplateRenderer(
        cluster,
        caches.find(MANAGED_CLUSTER, "", cluster).map(PolicyObject::labels).orElseGet(Map::of),
        (namespace, name, key) -> fromConfigMap(root, replica, namespace, name, key));
  }

  /** A hub template reads from the namespace of its policy alone. */
  private String fromConfigMap(
      GenericKubernetesResource root,
      PolicyWork replica,
      String namespace,
      String name,
      String key) {
    String own = root.getMetadata().getNamespace();
    if (!namespace.isEmpty() && !namespace.equals(own)) {
      throw new IllegalArgumentException(
          "the namespace argument passed to fromConfigMap is restricted to " + own);
    }
    inputs.reads(replica, own, name);
    return caches
        .find(CONFIG_MAP, own, name)
        .map(found -> ObjectTree.text(ObjectTree.map(found.get("data")).get(key)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "failed getting the ConfigMap %s from %s: configmaps \"%s\" not found"
                        .formatted(name, own, name)));
  }

  private static Map<String, Object> template(
      Map<String, Object> template,
      DependencyList dependencies,
      Optional<HubTemplateRenderer> renderer) {
    Map<String, Object> copy = new LinkedHashMap<>(template);
    copy.computeIfPresent("extraDependencies", (field, list) -> dependencies.rewrite(list));
    renderer.ifPresent(
        rendering ->
            copy.computeIfPresent(
                "objectDefinition",
                (field, definition) -> rendering.render(ObjectTree.map(definition))));
    copy.values().removeIf(List.of()::equals);
    return copy;
  }

  /** Returns a spec as upstream's types hold it: known fields only, nothing that is empty. */
  private static Map<String, Object> normal(Map<String, Object> spec) {
    Map<String, Object> normal = new LinkedHashMap<>(spec);
    normal.keySet().retainAll(FIELDS);
    normal.values().removeIf(Objects::isNull);
    normal.values().removeIf(Map.of()::equals);
    normal.values().removeIf(""::equals);
    if (List.of().equals(normal.get("dependencies"))) {
      normal.remove("dependencies");
    }
    return normal;
  }

  /** Returns whether a replica need not be written (policy-propagation 4.3). */
  static boolean same(GenericKubernetesResource wanted, GenericKubernetesResource existing) {
    return PolicyObject.annotations(wanted).equals(PolicyObject.annotations(existing))
        && PolicyObject.labels(wanted).equals(PolicyObject.labels(existing))
        && normal(PolicyObject.spec(wanted)).equals(normal(PolicyObject.spec(existing)));
  }
}
