/**
 * Decides what passes the gate: admission policies of the API server hold what OCM's propagator
 * writes of a staged policy until a ticket lets one write of one replica through (gate).
 */
package io.sluice.gate;
