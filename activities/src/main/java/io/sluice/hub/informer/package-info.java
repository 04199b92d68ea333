/**
 * Watches the hub, and keeps of its objects what Sluice reads.
 *
 * <ul>
 *   <li>{@link io.sluice.hub.informer.Informers} starts one reflector a kind.
 *   <li>{@link io.sluice.hub.informer.Reflector} lists and watches its kind, object by object.
 *   <li>{@link io.sluice.hub.informer.ObjectParser} reads one object, token by token: replicas
 *       without their templates, all other objects without their managed fields.
 * </ul>
 */
package io.sluice.hub.informer;
