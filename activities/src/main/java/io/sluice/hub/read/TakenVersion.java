package io.sluice.hub.read;

import io.sluice.gate.HeldInputs;
import io.sluice.gate.TicketLedger;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;

/**
 * Recognizes replicas that took one version behind the gate, where OCM's propagator renders its hub
 * templates (gate 5): only the ledger shows it.
 *
 * @param inputs of its hub templates, as they are numbered now
 */
record TakenVersion(CarriedTemplates templates, TicketLedger ledger, HeldInputs inputs) {
  /** Prepares to recognize it, by the ledger as it is now; later by what was read last. */
  static TakenVersion now(PolicySnapshot snapshot, TicketLedger ledger, HeldInputs inputs) {
    ledger.present();
    return new TakenVersion(new CarriedTemplates(snapshot), ledger, inputs);
  }

  /** Returns whether the replica took it, and holds what it took. */
  boolean by(Replica replica, PolicyVersion version) {
    return ledger
        .entry(replica.cluster())
        .filter(entry -> entry.shows(replica, version, inputs.number()))
        .isPresent();
  }

  /**
   * Returns whether the replica may hold it: as far as OCM's propagator does not render it, it
   * does.
   */
  boolean perhapsBy(Replica replica) {
    return templates.inSomeAction(replica);
  }

  /** Returns a hash for a replica that did not take it: it differs from that of every version. */
  static String other(Replica replica) {
    return "not-taken-" + replica.contentHash();
  }
}
