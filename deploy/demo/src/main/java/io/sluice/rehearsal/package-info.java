/**
 * Rehearses a rollout: the real workflow runs on skipped time, and a fleet in memory answers it.
 *
 * <p>{@link io.sluice.rehearsal.RehearseCommand} reads what is to be rolled out from the hub;
 * {@code RehearsalProfile} decides how clusters and people answer; {@code RehearsalHub} answers the
 * workflow's activities and signals, and {@code Rehearsal} runs it on a {@link
 * io.sluice.rehearsal.server.WorkflowServer}.
 */
package io.sluice.rehearsal;
