package io.sluice.embedded;

import java.util.List;
import java.util.Optional;

/** Names one kind of object that the embedded hub serves, and how it treats it. */
record Kind(
    String group,
    String version,
    String name,
    String plural,
    boolean namespaced,
    boolean hasStatus,
    List<String> shortNames) {

  private static final String POLICY = "policy.open-cluster-management.io";
  private static final String CLUSTER = "cluster.open-cluster-management.io";

  static final Kind NAMESPACE = new Kind("", "v1", "Namespace", "namespaces", false, true, "ns");

  /** Every kind there is; a request for another one is answered as an unknown path. */
  static final List<Kind> ALL =
      List.of(
          NAMESPACE,
          new Kind("", "v1", "ConfigMap", "configmaps", true, false, "cm"),
          new Kind("", "v1", "Event", "events", true, false, "ev"),
          new Kind("apps", "v1", "ControllerRevision", "controllerrevisions", true, false),
          new Kind("events.k8s.io", "v1", "Event", "events", true, false),
          new Kind("coordination.k8s.io", "v1", "Lease", "leases", true, false),
          new Kind(
              "apiextensions.k8s.io",
              "v1",
              "CustomResourceDefinition",
              "customresourcedefinitions",
              false,
              true,
              "crd"),
          new Kind(POLICY, "v1", "Policy", "policies", true, true, "plc"),
          new Kind(POLICY, "v1", "PlacementBinding", "placementbindings", true, true, "pb"),
          new Kind(POLICY, "v1beta1", "PolicySet", "policysets", true, true, "plcset"),
          new Kind(CLUSTER, "v1", "ManagedCluster", "managedclusters", false, true, "mcl"),
          new Kind(CLUSTER, "v1beta1", "Placement", "placements", true, true),
          new Kind(CLUSTER, "v1beta1", "PlacementDecision", "placementdecisions", true, true),
          new Kind(CLUSTER, "v1beta1", "Rollout", "rollouts", true, true, "ro"),
          new Kind(
              "apps.open-cluster-management.io",
              "v1",
              "PlacementRule",
              "placementrules",
              true,
              true));

  private Kind(
      String group,
      String version,
      String name,
      String plural,
      boolean namespaced,
      boolean hasStatus,
      String... shortNames) {
    this(group, version, name, plural, namespaced, hasStatus, List.of(shortNames));
  }

  static Optional<Kind> find(String group, String version, String plural) {
    return ALL.stream()
        .filter(k -> k.group.equals(group) && k.version.equals(version) && k.plural.equals(plural))
        .findFirst();
  }

  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** As messages name it: {@code policies.policy.open-cluster-management.io}. */
  String resource() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** Whether a CRD defines it on a real server: stricter about updates than the built-in kinds. */
  boolean custom() {
    return group.endsWith(".open-cluster-management.io");
  }

  /** Whether {@code metadata.generation} is kept. */
  boolean counted() {
    return hasStatus && this != NAMESPACE;
  }
}
