/**
 * Writes replicas apart from a run: those of unstaged policies, repairs and newcomers.
 *
 * <p>{@link io.sluice.replica.ReplicaReconciler} writes; {@link io.sluice.replica.DriftCorrector}
 * and {@link io.sluice.replica.NewcomerReconciler} decide what, from {@link
 * io.sluice.replica.VersionContents}. {@link io.sluice.replica.RepairHistories} stops a policy
 * whose writes are undone, {@link io.sluice.replica.RefusedWrites} has refused ones tried again.
 */
package io.sluice.replica;
