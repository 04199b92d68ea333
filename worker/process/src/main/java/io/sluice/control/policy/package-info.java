/**
 * Reconciles policies apart from their runs: writes and removes replicas, and writes the status of
 * policies and policy sets.
 *
 * <p>Replicas are those of unstaged policies, repairs and newcomers: {@link
 * io.sluice.control.policy.ReplicaReconciler} writes; {@link
 * io.sluice.control.policy.DriftCorrector} and {@link io.sluice.control.policy.NewcomerReconciler}
 * decide what, from {@link io.sluice.control.policy.VersionContents}. {@link
 * io.sluice.control.policy.RepairHistories} stops a policy whose writes are undone, {@link
 * io.sluice.control.policy.RefusedWrites} has refused ones tried again. {@link
 * io.sluice.control.policy.ReplicaRemover} removes those of clusters that left.
 *
 * <p>Status: {@link io.sluice.control.policy.RootStatusReconciler}, at the pace of {@link
 * io.sluice.control.policy.RootStatusPace}, and {@link
 * io.sluice.control.policy.PolicySetReconciler}.
 */
package io.sluice.control.policy;
