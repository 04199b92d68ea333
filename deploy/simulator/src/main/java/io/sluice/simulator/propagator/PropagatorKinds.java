package io.sluice.simulator.propagator;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;

/** Defines the kinds that the propagator reads, so that the client needs no discovery. */
final class PropagatorKinds {
  static final String POLICY_GROUP = "policy.open-cluster-management.io";
  static final String CLUSTER_GROUP = "cluster.open-cluster-management.io";
  static final String RULE_GROUP = "apps.open-cluster-management.io";
  static final String PREFIX = POLICY_GROUP + "/";

  static final ResourceDefinitionContext POLICY = kind(POLICY_GROUP, "v1", "Policy", "policies");
  static final ResourceDefinitionContext BINDING =
      kind(POLICY_GROUP, "v1", "PlacementBinding", "placementbindings");
  static final ResourceDefinitionContext POLICY_SET =
      kind(POLICY_GROUP, "v1beta1", "PolicySet", "policysets");
  static final ResourceDefinitionContext PLACEMENT =
      kind(CLUSTER_GROUP, "v1beta1", "Placement", "placements");
  static final ResourceDefinitionContext DECISION =
      kind(CLUSTER_GROUP, "v1beta1", "PlacementDecision", "placementdecisions");
  static final ResourceDefinitionContext RULE =
      kind(RULE_GROUP, "v1", "PlacementRule", "placementrules");
  static final ResourceDefinitionContext MANAGED_CLUSTER =
      new ResourceDefinitionContext.Builder()
          .withGroup(CLUSTER_GROUP)
          .withVersion("v1")
          .withKind("ManagedCluster")
          .withPlural("managedclusters")
          .withNamespaced(false)
          .build();

  static final ResourceDefinitionContext CONFIG_MAP = kind("", "v1", "ConfigMap", "configmaps");

  static final List<ResourceDefinitionContext> ALL =
      List.of(POLICY, BINDING, POLICY_SET, PLACEMENT, DECISION, RULE, MANAGED_CLUSTER, CONFIG_MAP);

  private PropagatorKinds() {}

  /** Returns the {@code apiVersion} of objects of that kind. */
  static String apiVersion(ResourceDefinitionContext kind) {
    return kind.getGroup().isEmpty()
        ? kind.getVersion()
        : kind.getGroup() + "/" + kind.getVersion();
  }

  private static ResourceDefinitionContext kind(
      String group, String version, String kind, String plural) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(true)
        .build();
  }
}
