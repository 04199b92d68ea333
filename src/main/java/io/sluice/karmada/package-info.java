/**
 * Decides which policy owns a template, as Karmada's propagation API defines it (lazy-activation
 * 2.2 to 2.6).
 *
 * <p>{@link io.sluice.karmada.PropagationPolicyParser} reads policies, {@link
 * io.sluice.karmada.OwnerResolver} settles the owner, {@link io.sluice.karmada.CreationRule} tells
 * which was there first. What the owner's edits do is decided by {@link
 * io.sluice.activation.ActivationGate}; {@link io.sluice.karmada.work} renders what clusters get.
 */
package io.sluice.karmada;
