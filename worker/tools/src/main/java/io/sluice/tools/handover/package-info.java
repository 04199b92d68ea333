/**
 * Takes a hub over from OCM's propagator, and hands it back: {@code sluice adopt} shows what a
 * worker would do, {@code sluice leave} hands the replicas back to OCM's propagator.
 */
package io.sluice.tools.handover;
