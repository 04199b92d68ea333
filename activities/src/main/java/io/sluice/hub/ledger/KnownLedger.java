package io.sluice.hub.ledger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.gate.LedgerEntry;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.ResourceVersions;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers the ledger of one policy as it was read or written last, and whether somebody else may
 * have changed it since.
 */
final class KnownLedger implements TicketLedger {
  private final LedgerPages pages;
  private final PolicyName policy;
  private final String rolloutUid;
  private String rolloutVersion = "";
  private boolean stale = true;
  private List<LedgerPage> known = List.of();
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

  /**
   * Has it compared with the hub, when that is asked for, if the object is a later one than that
   * before. A cache may show an earlier one than a read has found.
   */
  synchronized void seen(GenericKubernetesResource rollout) {
    String version = rollout.getMetadata().getResourceVersion();
    if (ResourceVersions.newer(version, rolloutVersion)) {
      stale = true;
      rolloutVersion = version;
    }
  }

  @Override
  public Map<String, LedgerEntry> entries() {
    return entries.orElseGet(this::present);
  }

  /** Reads under the lock, so that no older answer replaces a newer one. */
  @Override
  public synchronized Map<String, LedgerEntry> present() {
    refresh();
    return entries.orElseThrow();
  }

  /** Writes over what is known; if somebody else was faster, over what the hub has then. */
  synchronized void add(GenericKubernetesResource rollout, Map<String, LedgerEntry> added) {
    ConflictRetry.write(
        "keep which clusters took which version of policy " + policy,
        "update",
        Kinds.resource(Kinds.CONFIG_MAP),
        () -> {
          refresh();
          // What was written before a failure is not known.
          stale = true;
          keep(pages.add(policy, rollout, known, added));
          return entries;
        });
  }

  private void refresh() {
    if (stale) {
      keep(pages.read(policy, rolloutUid, known));
    }
  }

  private void keep(List<LedgerPage> present) {
    // Who finds the same entries as before knows that nothing has changed.
    if (entries.isEmpty() || !present.equals(known)) {
      entries = Optional.of(LedgerPage.entries(present));
    }
    known = List.copyOf(present);
    stale = false;
  }
}
