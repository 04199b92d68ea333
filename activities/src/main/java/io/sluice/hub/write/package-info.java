/**
 * Writes Rollouts and the revisions of policies, and the status of policies, of policy sets and of
 * replicas.
 *
 * <p>What else Sluice writes is beside what it is about: replicas in {@code hub.replica}, Events in
 * {@code hub.event}, pages in {@code hub.beside}, claims, bindings and Works in {@code
 * hub.template}, decisions in {@code hub.placement}.
 */
package io.sluice.hub.write;
