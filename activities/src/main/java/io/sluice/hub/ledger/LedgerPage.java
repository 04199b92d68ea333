package io.sluice.hub.ledger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds one page of the ledger of a policy: a ConfigMap with a key for each cluster (gate 5).
 *
 * @param meta of the ConfigMap
 * @param entries by cluster; those that cannot be read are left out, so that their clusters count
 *     as without a ticket
 */
record LedgerPage(ObjectMeta meta, SortedMap<String, LedgerEntry> entries) {
  /** The most clusters on a page. */
  static final int MOST = 500;

  /** Label of every page. */
  static final String LABEL = PolicyApi.SLUICE + "ledger";

  private static final String DATA = "data";

  LedgerPage {
    // They name each cluster, and a write without any keeps those of the hub.
    meta = new ObjectMetaBuilder(meta).withManagedFields().build();
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /** Returns the name of the page of that number, from 0 on. */
  static String name(PolicyName policy, int number) {
    return "sluice-%s-ledger-%d".formatted(policy.name(), number);
  }

  /** Reads a page; one of another Rollout object, that is gone, has no entries. */
  static LedgerPage of(GenericKubernetesResource page, String rolloutUid) {
    SortedMap<String, LedgerEntry> entries = new TreeMap<>();
    if (OwnerReferences.areTo(page, rolloutUid)) {
      JsonTree.strings(page.getAdditionalProperties(), DATA)
          .forEach(
              (cluster, text) ->
                  HubObjects.parse(text, LedgerEntry.class)
                      .ifPresent(entry -> entries.put(cluster, entry)));
    }
    return new LedgerPage(page.getMetadata(), entries);
  }

  /** Returns the entry of each cluster: that of the latest attempt, should two pages have one. */
  static Map<String, LedgerEntry> entries(List<LedgerPage> pages) {
    Map<String, LedgerEntry> entries = new HashMap<>();
    pages.forEach(
        page ->
            page.entries()
                .forEach(
                    (cluster, entry) ->
                        entries.merge(
                            cluster,
                            entry,
                            (one, other) -> other.attempt() > one.attempt() ? other : one)));
    return Map.copyOf(entries);
  }

  /** Returns whether Sluice has made the object: if not it is never written. */
  static boolean isOne(ObjectMeta meta) {
    return meta.getLabels() != null && meta.getLabels().containsKey(LABEL);
  }

  /**
   * Returns the object that keeps these entries, as a new one or over the one with this version.
   */
  static GenericKubernetesResource object(ObjectMeta at, Map<String, LedgerEntry> entries) {
    GenericKubernetesResource object =
        HubObjects.object(
            Kinds.CONFIG_MAP, new ObjectMetaBuilder(at).withLabels(Map.of(LABEL, "true")).build());
    Map<String, Object> data = new TreeMap<>();
    entries.forEach((cluster, entry) -> data.put(cluster, HubObjects.json(entry)));
    object.setAdditionalProperty(DATA, data);
    return object;
  }
}
