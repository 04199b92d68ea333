/**
 * Reads and writes the objects of Karmada's propagation API (lazy-activation 2).
 *
 * <p>Each writer writes one object, and nothing if that is as it is to be. Every write is locked by
 * the resourceVersion of what the decision was made from: a conflict starts the decision again.
 */
package io.sluice.hub.karmada;
