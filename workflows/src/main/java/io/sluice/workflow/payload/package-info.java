/**
 * Converts what a run stores at Temporal: as JSON, compressed where it is long, and encrypted where
 * keys are given.
 *
 * <p>{@link io.sluice.workflow.payload.Payloads} is the converter of every client and worker,
 * {@link io.sluice.workflow.payload.PayloadKeys} holds the keys.
 */
package io.sluice.workflow.payload;
