/**
 * Holds what a worker would do with the policies of a hub, for a command that changes nothing:
 * {@link io.sluice.tools.preview.PolicyPreview} for each policy. The writes are recorded by {@link
 * io.sluice.tools.preview.ReplicaWriteRecorder}, which takes the place of the writer in a pass.
 */
package io.sluice.tools.preview;
