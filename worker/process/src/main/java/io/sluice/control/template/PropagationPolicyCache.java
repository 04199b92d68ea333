package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.template.AnnotationYaml;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyName;
import io.sluice.template.PropagationPolicyParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds PropagationPolicies and ClusterPropagationPolicies, each parsed once for every version. */
final class PropagationPolicyCache {
  private final Informers informers;

  /** Every event of a template asks which policies match. */
  private final Map<PropagationPolicyName, Parsed> parsed = new ConcurrentHashMap<>();

  private record Parsed(GenericKubernetesResource from, PropagationPolicy policy) {}

  PropagationPolicyCache(Informers informers) {
    this.informers = requireNonNull(informers, "informers is null");
  }

  Optional<GenericKubernetesResource> find(PropagationPolicyName name) {
    return informers.find(kind(name), name.key());
  }

  /** Returns the policies that may match a template in that namespace; empty: cluster-scoped. */
  List<PropagationPolicy> in(String namespace) {
    return objects(namespace).stream().map(this::cached).toList();
  }

  /** Returns the same as objects. */
  List<GenericKubernetesResource> objects(String namespace) {
    List<GenericKubernetesResource> found =
        new ArrayList<>(informers.all(KarmadaKinds.CLUSTER_PROPAGATION_POLICY));
    if (!namespace.isEmpty()) {
      found.addAll(informers.in(KarmadaKinds.PROPAGATION_POLICY, namespace));
    }
    return found;
  }

  private PropagationPolicy cached(GenericKubernetesResource object) {
    PropagationPolicyName name =
        new PropagationPolicyName(
            Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
            object.getMetadata().getName());
    return parsed
        .compute(
            name,
            (same, known) ->
                known != null && known.from() == object ? known : new Parsed(object, parse(object)))
        .policy();
  }

  static ResourceDefinitionContext kind(PropagationPolicyName name) {
    return name.clusterWide()
        ? KarmadaKinds.CLUSTER_PROPAGATION_POLICY
        : KarmadaKinds.PROPAGATION_POLICY;
  }

  static PropagationPolicy parse(GenericKubernetesResource policy) {
    return PropagationPolicyParser.parse(HubObjects.whole(policy), AnnotationYaml::parse);
  }
}
