package io.sluice.simulator.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes one kind of object that the hub serves; discovery lists all of them. */
record ResourceKind(
    String apiVersion, String name, String plural, boolean namespaced, boolean hasStatus) {
  private static final String OCM = ".open-cluster-management.io/";
  private static final String CLUSTER = "cluster" + OCM + "v1beta1";
  private static final String SETS = "cluster" + OCM + "v1beta2";
  private static final String POLICY = "policy" + OCM + "v1";
  private static final String ADMISSION = "admissionregistration.k8s.io/v1";
  private static final String CRD = "CustomResourceDefinition";
  private static final String KARMADA = "karmada.io/";
  private static final String PROPAGATION = "policy." + KARMADA + "v1alpha1";
  private static final String BINDINGS = "work." + KARMADA + "v1alpha2";

  static final ResourceKind NAMESPACE =
      new ResourceKind("v1", "Namespace", "namespaces", false, false);

  /** All kinds; a request for another one is answered as an unknown path. */
  static final List<ResourceKind> ALL =
      List.of(
          NAMESPACE,
          new ResourceKind("v1", "ConfigMap", "configmaps", true, false),
          new ResourceKind("v1", "Secret", "secrets", true, false),
          new ResourceKind("v1", "Service", "services", true, true),
          new ResourceKind("v1", "ServiceAccount", "serviceaccounts", true, false),
          new ResourceKind("v1", "PersistentVolumeClaim", "persistentvolumeclaims", true, true),
          new ResourceKind("apps/v1", "Deployment", "deployments", true, true),
          new ResourceKind("apps/v1", "StatefulSet", "statefulsets", true, true),
          new ResourceKind(
              "rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", false, false),
          new ResourceKind(PROPAGATION, "PropagationPolicy", "propagationpolicies", true, false),
          new ResourceKind(
              PROPAGATION, "ClusterPropagationPolicy", "clusterpropagationpolicies", false, false),
          new ResourceKind(BINDINGS, "ResourceBinding", "resourcebindings", true, true),
          new ResourceKind(
              BINDINGS, "ClusterResourceBinding", "clusterresourcebindings", false, true),
          new ResourceKind("work." + KARMADA + "v1alpha1", "Work", "works", true, true),
          new ResourceKind("v1", "Event", "events", true, false),
          new ResourceKind("apps/v1", "ControllerRevision", "controllerrevisions", true, false),
          new ResourceKind("events.k8s.io/v1", "Event", "events", true, false),
          new ResourceKind("coordination.k8s.io/v1", "Lease", "leases", true, false),
          new ResourceKind(
              ADMISSION, "ValidatingAdmissionPolicy", "validatingadmissionpolicies", false, true),
          new ResourceKind(
              ADMISSION, "MutatingAdmissionPolicy", "mutatingadmissionpolicies", false, false),
          new ResourceKind("apiextensions.k8s.io/v1", CRD, CRD.toLowerCase() + "s", false, true),
          new ResourceKind(POLICY, "Policy", "policies", true, true),
          new ResourceKind(POLICY, "PlacementBinding", "placementbindings", true, true),
          new ResourceKind("policy" + OCM + "v1beta1", "PolicySet", "policysets", true, true),
          new ResourceKind(
              "cluster" + OCM + "v1", "ManagedCluster", "managedclusters", false, true),
          new ResourceKind(SETS, "ManagedClusterSet", "managedclustersets", false, true),
          new ResourceKind(
              SETS, "ManagedClusterSetBinding", "managedclustersetbindings", true, true),
          new ResourceKind(
              "cluster" + OCM + "v1alpha1",
              "AddOnPlacementScore",
              "addonplacementscores",
              true,
              true),
          new ResourceKind(
              "addon" + OCM + "v1alpha1",
              "ManagedClusterAddOn",
              "managedclusteraddons",
              true,
              true),
          new ResourceKind(
              "operator" + OCM + "v1", "ClusterManager", "clustermanagers", false, true),
          new ResourceKind(CLUSTER, "Placement", "placements", true, true),
          new ResourceKind(CLUSTER, "PlacementDecision", "placementdecisions", true, true),
          new ResourceKind(CLUSTER, "Rollout", "rollouts", true, true),
          new ResourceKind(CLUSTER, "RolloutCalendar", "rolloutcalendars", true, false),
          new ResourceKind(
              CLUSTER, "ClusterRolloutCalendar", "clusterrolloutcalendars", false, false),
          new ResourceKind(CLUSTER, "RolloutNotifier", "rolloutnotifiers", true, false),
          new ResourceKind("apps" + OCM + "v1", "PlacementRule", "placementrules", true, true));

  static Optional<ResourceKind> find(String root, String plural) {
    return ALL.stream().filter(k -> k.root().equals(root) && k.plural.equals(plural)).findFirst();
  }

  String group() {
    return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
  }

  /** Returns the start of its paths: {@code /apis/<group>/<version>}. */
  private String root() {
    return (group().isEmpty() ? "/api/" : "/apis/") + apiVersion;
  }

  /** Returns whether a CRD defines it on a real server, with stricter rules of updates. */
  boolean custom() {
    return apiVersion.contains(OCM) || apiVersion.contains(KARMADA);
  }

  /** Returns whether its managed fields say when the spec was edited; others have none here. */
  boolean datesEdits() {
    return apiVersion.equals(PROPAGATION);
  }

  /** Returns whether an edit of its annotations counts for its generation, as one of its spec. */
  boolean countsAnnotations() {
    return name.equals("Deployment");
  }

  /**
   * Returns the answer of a path of discovery: groups, versions or kinds.
   *
   * @param withdrawn the resources, by their plural, that are not served now
   */
  static Map<String, Object> discover(String path, Set<String> withdrawn) {
    if (path.equals("/api")) {
      return Map.of("kind", "APIVersions", "versions", List.of("v1"));
    }
    if (path.equals("/apis")) {
      return Map.of("kind", "APIGroupList", "apiVersion", "v1", "groups", groups(withdrawn));
    }
    List<Map<String, Object>> resources =
        ALL.stream()
            .filter(kind -> kind.root().equals(path) && !withdrawn.contains(kind.plural))
            .map(ResourceKind::describe)
            .toList();
    ApiError.unless(!resources.isEmpty(), 404, "NotFound", "404 page not found");
    String version = path.substring(path.indexOf('/', 1) + 1);
    return Map.of("kind", "APIResourceList", "groupVersion", version, "resources", resources);
  }

  private static List<Map<String, Object>> groups(Set<String> withdrawn) {
    Map<String, List<ResourceKind>> groups =
        ALL.stream()
            .filter(kind -> !withdrawn.contains(kind.plural))
            .collect(Collectors.groupingBy(ResourceKind::group));
    groups.remove("");
    return groups.entrySet().stream()
        .map(group -> Map.of("name", group.getKey(), "versions", versions(group.getValue())))
        .toList();
  }

  private static List<Map<String, String>> versions(List<ResourceKind> group) {
    Stream<String> names = group.stream().map(ResourceKind::apiVersion).distinct();
    return names.map(n -> Map.of("groupVersion", n, "version", n.split("/")[1])).toList();
  }

  private Map<String, Object> describe() {
    List<String> verbs = List.of("create", "delete", "get", "list", "patch", "update", "watch");
    return Map.of("name", plural, "kind", name, "namespaced", namespaced, "verbs", verbs);
  }
}
