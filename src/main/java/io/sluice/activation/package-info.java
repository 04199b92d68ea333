/**
 * Decides when an edit of how things are placed takes effect (lazy-activation 1).
 *
 * <p>What clusters follow is the active intent, which is stored. {@link
 * io.sluice.activation.ActivationPlanner} compares it with the desired one and decides whether it
 * becomes active now, from a {@link io.sluice.activation.ActivationInput} alone: no event, no
 * clock, no memory. {@link io.sluice.activation.Fingerprinter} tells an edit of the user from one
 * of machinery; {@link io.sluice.activation.ActivationRecord} is what is stored, {@link
 * io.sluice.activation.ActivationRecordTree} its form.
 */
package io.sluice.activation;
