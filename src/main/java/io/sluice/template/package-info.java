/**
 * Decides which policy owns a template, as Karmada's propagation API defines it (lazy-activation
 * 2.2 to 2.6).
 *
 * <p>{@link io.sluice.template.PropagationPolicyParser} reads policies, {@link
 * io.sluice.template.OwnerResolver} settles the owner, {@link io.sluice.template.CreationRule}
 * decides which was there first. What the owner's edits do is decided by {@link
 * io.sluice.activation.ActivationPlanner}; {@link io.sluice.template.work} renders what clusters
 * get.
 */
package io.sluice.template;
