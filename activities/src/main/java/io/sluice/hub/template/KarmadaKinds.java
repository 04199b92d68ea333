package io.sluice.hub.template;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;

/** Defines the kinds of Karmada's propagation API (lazy-activation 2.1). */
public final class KarmadaKinds {
  private static final String POLICY_GROUP = "policy.karmada.io";
  private static final String WORK_GROUP = "work.karmada.io";

  public static final ResourceDefinitionContext PROPAGATION_POLICY =
      kind(POLICY_GROUP, "v1alpha1", "PropagationPolicy", "propagationpolicies", true);
  public static final ResourceDefinitionContext CLUSTER_PROPAGATION_POLICY =
      kind(
          POLICY_GROUP,
          "v1alpha1",
          "ClusterPropagationPolicy",
          "clusterpropagationpolicies",
          false);
  public static final ResourceDefinitionContext RESOURCE_BINDING =
      kind(WORK_GROUP, "v1alpha2", "ResourceBinding", "resourcebindings", true);
  public static final ResourceDefinitionContext CLUSTER_RESOURCE_BINDING =
      kind(WORK_GROUP, "v1alpha2", "ClusterResourceBinding", "clusterresourcebindings", false);
  public static final ResourceDefinitionContext WORK =
      kind(WORK_GROUP, "v1alpha1", "Work", "works", true);

  /** All of them. */
  public static final List<ResourceDefinitionContext> ALL =
      List.of(
          PROPAGATION_POLICY,
          CLUSTER_PROPAGATION_POLICY,
          RESOURCE_BINDING,
          CLUSTER_RESOURCE_BINDING,
          WORK);

  private KarmadaKinds() {}

  /** Returns the kind of the binding of a template in a namespace; empty: cluster-scoped. */
  public static ResourceDefinitionContext binding(String namespace) {
    return namespace.isEmpty() ? CLUSTER_RESOURCE_BINDING : RESOURCE_BINDING;
  }

  static ResourceDefinitionContext kind(
      String group, String version, String kind, String plural, boolean namespaced) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(namespaced)
        .build();
  }
}
