/**
 * Lets a hub go: {@link io.sluice.handover.HubLeaver} prepares it for OCM's propagator, and {@link
 * io.sluice.handover.HandoverReport} says what that will do.
 */
package io.sluice.handover;
