/**
 * Rehearses a rollout against what was recorded of an attempt: each cluster answers as it did then,
 * and people do what they did.
 *
 * <p>{@link io.sluice.rehearsal.recorded.RecordingReader} reads a history, {@code RecordedAnswers}
 * finds what the hub and each cluster answered, {@code RecordedHub} answers the workflow with it,
 * {@link io.sluice.rehearsal.recorded.RecordedRehearsal} runs the workflow, and {@link
 * io.sluice.rehearsal.recorded.CourseDifference} compares the events of both courses.
 */
package io.sluice.rehearsal.recorded;
