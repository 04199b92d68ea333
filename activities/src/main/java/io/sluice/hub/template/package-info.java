/**
 * Reads and writes the objects of Karmada's propagation API (lazy-activation 2).
 *
 * <p>Each writer writes one object, and nothing if that is as it is to be. Every write is locked by
 * the resourceVersion of what the decision was made from: a conflict starts the decision again.
 * {@link io.sluice.hub.template.BindingContext} derives what the rollout of a binding has to know,
 * {@link io.sluice.hub.template.BindingClusters} that of its clusters; {@link
 * io.sluice.hub.template.BindingRollouts} writes its Rollout object (lazy-activation 3).
 */
package io.sluice.hub.template;
