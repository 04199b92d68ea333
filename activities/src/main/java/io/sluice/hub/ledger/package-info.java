/**
 * Keeps which version each cluster took by a ticket, for policies whose replicas do not show it:
 * those with hub templates (gate 5). {@link io.sluice.hub.ledger.TicketLedgers} is what others use.
 */
package io.sluice.hub.ledger;
