/**
 * Holds what a worker would do with the policies of a hub, for a command that changes nothing:
 * {@link io.sluice.preview.PolicyPreview} for each policy. The writes are recorded by {@link
 * io.sluice.preview.ReplicaWriteRecorder}, which takes the place of the writer in a pass.
 */
package io.sluice.preview;
