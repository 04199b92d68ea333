package io.sluice.hub.ledger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.gate.LedgerEntry;
import io.sluice.gate.TicketLedger;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the ledgers of policies on the hub, and remembers what it has read and written of them
 * (gate 5).
 *
 * <p>A ledger is read when it is asked for. Once the Rollout object has changed, its pages are
 * compared with the hub, and those that differ are read anew: another process may have added
 * entries, and then the status of the rollout changes. A write over a page that has changed is
 * refused by the hub, and decided anew.
 */
public final class TicketLedgers {
  private final LedgerPages pages;
  private final Map<PolicyName, KnownLedger> known = new ConcurrentHashMap<>();

  public TicketLedgers(KubernetesClient hub) {
    this.pages = new LedgerPages(hub);
  }

  /**
   * Returns the ledger of a policy, which shows what this process adds to it later.
   *
   * @param rollout the Rollout object of the policy, as it is known now; without one no ticket was
   *     ever given
   */
  public TicketLedger of(PolicyName policy, Optional<GenericKubernetesResource> rollout) {
    if (rollout.isEmpty()) {
      // Who still had an older state may have asked after it was forgotten.
      forget(policy);
      return TicketLedger.NONE;
    }
    KnownLedger ledger = known(policy, rollout.get());
    ledger.seen(rollout.get());
    return ledger;
  }

  /**
   * Adds what clusters took.
   *
   * @throws io.sluice.hub.client.HubException if the hub does not answer, or somebody else's object
   *     has the name of a page
   */
  public void add(
      PolicyName policy, GenericKubernetesResource rollout, Map<String, LedgerEntry> entries) {
    known(policy, rollout).add(rollout, entries);
  }

  /** Forgets what was read of a policy whose Rollout object is gone. */
  public void forget(PolicyName policy) {
    known.remove(policy);
  }

  private KnownLedger known(PolicyName policy, GenericKubernetesResource rollout) {
    String uid = rollout.getMetadata().getUid();
    return known.compute(
        policy,
        (name, there) ->
            there != null && there.of(uid) ? there : new KnownLedger(pages, policy, uid));
  }
}
