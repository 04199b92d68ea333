package io.sluice.hub.crd;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;

/**
 * Defines group, version and plural of every kind that Sluice reads or writes.
 *
 * <p>Objects are generic trees, so that fields unknown to Sluice survive. With a context the client
 * needs no discovery.
 */
public final class Kinds {
  private static final String POLICY_GROUP = "policy.open-cluster-management.io";
  private static final String CLUSTER_GROUP = "cluster.open-cluster-management.io";

  public static final ResourceDefinitionContext POLICY =
      namespaced(POLICY_GROUP, "v1", "Policy", "policies");
  public static final ResourceDefinitionContext PLACEMENT_BINDING =
      namespaced(POLICY_GROUP, "v1", "PlacementBinding", "placementbindings");
  public static final ResourceDefinitionContext POLICY_SET =
      namespaced(POLICY_GROUP, "v1beta1", "PolicySet", "policysets");
  public static final ResourceDefinitionContext PLACEMENT =
      namespaced(CLUSTER_GROUP, "v1beta1", "Placement", "placements");
  public static final ResourceDefinitionContext PLACEMENT_DECISION =
      namespaced(CLUSTER_GROUP, "v1beta1", "PlacementDecision", "placementdecisions");
  public static final ResourceDefinitionContext PLACEMENT_RULE =
      namespaced("apps.open-cluster-management.io", "v1", "PlacementRule", "placementrules");
  public static final ResourceDefinitionContext ROLLOUT =
      namespaced(CLUSTER_GROUP, "v1beta1", "Rollout", "rollouts");
  public static final ResourceDefinitionContext ROLLOUT_CALENDAR =
      namespaced(CLUSTER_GROUP, "v1beta1", "RolloutCalendar", "rolloutcalendars");
  public static final ResourceDefinitionContext CLUSTER_ROLLOUT_CALENDAR =
      context(CLUSTER_GROUP, "v1beta1", "ClusterRolloutCalendar", "clusterrolloutcalendars", false);
  public static final ResourceDefinitionContext ROLLOUT_NOTIFIER =
      namespaced(CLUSTER_GROUP, "v1beta1", "RolloutNotifier", "rolloutnotifiers");
  public static final ResourceDefinitionContext CONTROLLER_REVISION =
      namespaced("apps", "v1", "ControllerRevision", "controllerrevisions");
  public static final ResourceDefinitionContext CONFIG_MAP =
      namespaced("", "v1", "ConfigMap", "configmaps");
  public static final ResourceDefinitionContext SECRET = namespaced("", "v1", "Secret", "secrets");
  public static final ResourceDefinitionContext NAMESPACE =
      context("", "v1", "Namespace", "namespaces", false);
  public static final ResourceDefinitionContext EVENT =
      namespaced("events.k8s.io", "v1", "Event", "events");
  public static final ResourceDefinitionContext LEASE =
      namespaced("coordination.k8s.io", "v1", "Lease", "leases");
  public static final ResourceDefinitionContext MANAGED_CLUSTER =
      context(CLUSTER_GROUP, "v1", "ManagedCluster", "managedclusters", false);
  public static final ResourceDefinitionContext MANAGED_CLUSTER_SET =
      context(CLUSTER_GROUP, "v1beta2", "ManagedClusterSet", "managedclustersets", false);
  public static final ResourceDefinitionContext MANAGED_CLUSTER_SET_BINDING =
      namespaced(CLUSTER_GROUP, "v1beta2", "ManagedClusterSetBinding", "managedclustersetbindings");
  public static final ResourceDefinitionContext ADD_ON_PLACEMENT_SCORE =
      namespaced(CLUSTER_GROUP, "v1alpha1", "AddOnPlacementScore", "addonplacementscores");
  public static final ResourceDefinitionContext MANAGED_CLUSTER_ADD_ON =
      namespaced(
          "addon.open-cluster-management.io",
          "v1alpha1",
          "ManagedClusterAddOn",
          "managedclusteraddons");

  /** OCM's operator, which runs its placement controller. */
  public static final ResourceDefinitionContext CLUSTER_MANAGER =
      context(
          "operator.open-cluster-management.io", "v1", "ClusterManager", "clustermanagers", false);

  public static final ResourceDefinitionContext DEFINITION =
      context(
          "apiextensions.k8s.io",
          "v1",
          "CustomResourceDefinition",
          "customresourcedefinitions",
          false);

  /** Kinds that only the evaluation of a Placement reads. */
  public static final List<ResourceDefinitionContext> EVALUATED =
      List.of(MANAGED_CLUSTER_SET, MANAGED_CLUSTER_SET_BINDING, ADD_ON_PLACEMENT_SCORE);

  private Kinds() {}

  /** Returns the {@code apiVersion} of objects of that kind. */
  public static String apiVersion(ResourceDefinitionContext kind) {
    return kind.getGroup().isEmpty()
        ? kind.getVersion()
        : kind.getGroup() + "/" + kind.getVersion();
  }

  /** Returns the name in access rules: {@code policies.policy.open-cluster-management.io}. */
  public static String resource(ResourceDefinitionContext kind) {
    return kind.getGroup().isEmpty() ? kind.getPlural() : kind.getPlural() + "." + kind.getGroup();
  }

  private static ResourceDefinitionContext namespaced(
      String group, String version, String kind, String plural) {
    return context(group, version, kind, plural, true);
  }

  /** Returns the kind with that name and plural. */
  public static ResourceDefinitionContext context(
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
