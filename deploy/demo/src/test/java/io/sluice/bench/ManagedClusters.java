package io.sluice.bench;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes ManagedClusters as large as those of real fleets, about 4 KB. */
final class ManagedClusters {
  private static final int CLAIMS = 15;
  private static final int LABELS = 15;

  /** Label by which Placements choose a part of the fleet. */
  static final String SLICE = "slice";

  /** Parts of the fleet, of equal size. */
  static final int SLICES = 50;

  private ManagedClusters() {}

  static String yaml(String name) {
    return """
    apiVersion: cluster.open-cluster-management.io/v1
    kind: ManagedCluster
    metadata:
      name: %s
      labels:
        name: %s
        slice: %s
        cluster.open-cluster-management.io/clusterset: default
    %s
    spec:
      hubAcceptsClient: true
      leaseDurationSeconds: 60
      managedClusterClientConfigs: [{url: "https://api.%s.example.com:6443", caBundle: %s}]
    status:
      allocatable: {cpu: "45500m", memory: "180Gi", ephemeral-storage: "400Gi", pods: "750"}
      capacity: {cpu: "48", memory: "192Gi", ephemeral-storage: "500Gi", pods: "750"}
      version: {kubernetes: v1.31.4+6a2b3c1}
      clusterClaims:
    %s
      conditions:
      - {type: HubAcceptedManagedCluster, status: "True", reason: HubClusterAdminAccepted, message: Accepted by hub cluster admin, lastTransitionTime: "2026-01-01T00:00:00Z"}
      - {type: ManagedClusterImportSucceeded, status: "True", reason: ManagedClusterImported, message: Import succeeded, lastTransitionTime: "2026-01-01T00:00:00Z"}
      - {type: ManagedClusterJoined, status: "True", reason: ManagedClusterJoined, message: Managed cluster joined, lastTransitionTime: "2026-01-01T00:00:00Z"}
      - {type: ManagedClusterConditionAvailable, status: "True", reason: ManagedClusterAvailable, message: Managed cluster is available, lastTransitionTime: "2026-01-01T00:00:00Z"}
      - {type: ManagedClusterConditionClockSynced, status: "True", reason: ManagedClusterClockSynced, message: The clock of the managed cluster is synced with the hub., lastTransitionTime: "2026-01-01T00:00:00Z"}
    """
        .formatted(
            name,
            name,
            slice(name),
            lines(LABELS, "    feature.open-cluster-management.io/addon-%d: available"),
            name,
            "QUJD".repeat(200),
            lines(
                CLAIMS,
                "  - {name: claim-%1$d.open-cluster-management.io, value: value-of-claim-%1$d}"));
  }

  /** Returns the slice of a cluster: the clusters are numbered. */
  static String slice(String cluster) {
    return slice(Integer.parseInt(cluster.substring(1)) % SLICES);
  }

  /** Names a slice, from 0; all names are of one length. */
  static String slice(int index) {
    return "slice-%02d".formatted(index);
  }

  private static String lines(int number, String line) {
    return IntStream.range(0, number).mapToObj(line::formatted).collect(Collectors.joining("\n"));
  }
}
