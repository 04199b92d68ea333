package io.sluice.hub.ledger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.gate.LedgerEntry;
import io.sluice.gate.TicketLedger;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;

/** Remembers the ledger of one policy, and whether it has to be read anew. */
final class KnownLedger implements TicketLedger {
  private final LedgerPages pages;
  private final PolicyName policy;
  private final String rolloutUid;
  private String rolloutVersion = "";
  private boolean stale;
  private volatile Optional<Map<String, LedgerEntry>> entries = Optional.empty();

  KnownLedger(LedgerPages pages, PolicyName policy, String rolloutUid) {
    this.pages = pages;
    this.policy = policy;
    this.rolloutUid = rolloutUid;
  }

  /** Returns whether it is that of this Rollout object. */
  boolean of(String uid) {
    return rolloutUid.equals(uid);
  }

  /** Has it read anew, when that is asked for, if the object is another one than the last time. */
  synchronized void seen(GenericKubernetesResource rollout) {
    String version = rollout.getMetadata().getResourceVersion();
    stale |= !rolloutVersion.equals(version);
    rolloutVersion = version;
  }

  @Override
  public Map<String, LedgerEntry> entries() {
    return entries.orElseGet(this::present);
  }

  /** Reads under the lock, so that no older answer replaces a newer one. */
  @Override
  public synchronized Map<String, LedgerEntry> present() {
    if (stale || entries.isEmpty()) {
      entries = Optional.of(LedgerPage.entries(pages.read(policy, rolloutUid)));
      stale = false;
    }
    return entries.get();
  }

  synchronized void add(GenericKubernetesResource rollout, Map<String, LedgerEntry> added) {
    entries = Optional.of(LedgerPage.entries(pages.add(policy, rollout, added)));
    stale = false;
  }
}
