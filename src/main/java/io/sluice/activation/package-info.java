/**
 * Decides when an edit of targeting takes effect (lazy-activation 1).
 *
 * <p>What clusters follow is the active intent, which is stored. {@link
 * io.sluice.activation.ActivationPlanner} compares it with the desired one and decides whether it
 * becomes active now, from a {@link io.sluice.activation.ActivationInput} alone: no event, no
 * clock, no memory. {@link io.sluice.activation.Fingerprinter} distinguishes an edit by the user
 * from one by a controller; {@link io.sluice.activation.ActivationRecord} is what is stored, {@link
 * io.sluice.activation.ActivationRecordTree} its form.
 */
package io.sluice.activation;
