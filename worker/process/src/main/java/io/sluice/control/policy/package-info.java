/**
 * Writes replicas apart from a run: those of unstaged policies, repairs and newcomers.
 *
 * <p>{@link io.sluice.control.policy.ReplicaReconciler} writes; {@link
 * io.sluice.control.policy.DriftCorrector} and {@link io.sluice.control.policy.NewcomerReconciler}
 * decide what, from {@link io.sluice.control.policy.VersionContents}. {@link
 * io.sluice.control.policy.RepairHistories} stops a policy whose writes are undone, {@link
 * io.sluice.control.policy.RefusedWrites} has refused ones tried again.
 *
 * <p>{@link io.sluice.control.policy.RootStatusReconciler} writes the status of roots, at the pace
 * of {@link io.sluice.control.policy.RootStatusPace}.
 */
package io.sluice.control.policy;
