/**
 * Watches the hub, and keeps of its objects what Sluice reads.
 *
 * <ul>
 *   <li>{@link io.sluice.hub.informer.Informers} starts one informer a kind.
 *   <li>{@link io.sluice.hub.informer.ReducedSerialization} reads what they receive, token by
 *       token: replicas without their templates, all other objects without their managed fields.
 * </ul>
 */
package io.sluice.hub.informer;
