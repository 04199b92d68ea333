package io.sluice.process;

/** Enforces the policy on a cluster by a user's own restricted binding. */
final class ForeignOverride {
  private ForeignOverride() {}

  static void enforce(RolloutFixture rollout, String cluster) {
    rollout.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: mine, namespace: NAMESPACE}
        spec: {}
        status: {numberOfSelectedClusters: 1, decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [mine-decision-1], clusterCount: 1}]}
        """,
        true);
    rollout.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata: {name: mine-decision-1, namespace: NAMESPACE, labels: {cluster.open-cluster-management.io/placement: mine, cluster.open-cluster-management.io/decision-group-index: "0", cluster.open-cluster-management.io/decision-group-name: ""}}
        status: {decisions: [{clusterName: %s, reason: ''}]}
        """
            .formatted(cluster),
        true);
    rollout.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: mine, namespace: NAMESPACE}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: mine}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        bindingOverrides: {remediationAction: enforce}
        subFilter: restricted
        """,
        false);
  }
}
