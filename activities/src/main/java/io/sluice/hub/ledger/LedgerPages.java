package io.sluice.hub.ledger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads and writes the pages of ledgers (gate 5). They are read by their names, one after the
 * other: that needs no right to list what other ConfigMaps there are.
 */
final class LedgerPages {
  private final HubApi hub;

  LedgerPages(HubApi hub) {
    this.hub = hub;
  }

  /**
   * Reads all pages.
   *
   * @param rolloutUid UID of the Rollout object of the policy, which owns them
   * @throws HubException if the hub does not answer
   */
  List<LedgerPage> read(PolicyName policy, String rolloutUid) {
    List<LedgerPage> pages = new ArrayList<>();
    Optional<GenericKubernetesResource> page = read(policy, 0);
    while (page.isPresent()) {
      pages.add(LedgerPage.of(page.get(), rolloutUid));
      page = read(policy, pages.size());
    }
    return pages;
  }

  private Optional<GenericKubernetesResource> read(PolicyName policy, int number) {
    return hub.get(Kinds.CONFIG_MAP, policy.namespace(), LedgerPage.name(policy, number));
  }

  /**
   * Adds entries: those of clusters that are on a page to that, others where there is room. A
   * repeated call writes nothing.
   *
   * @return all pages as they are now
   * @throws HubException if the hub does not answer, or an object of such a name is no page
   */
  List<LedgerPage> add(
      PolicyName policy, GenericKubernetesResource rollout, Map<String, LedgerEntry> entries) {
    return ConflictRetry.write(
        "keep which clusters took which version of policy " + policy,
        "update",
        Kinds.resource(Kinds.CONFIG_MAP),
        () -> Optional.of(tryToAdd(policy, rollout, entries)));
  }

  private List<LedgerPage> tryToAdd(
      PolicyName policy, GenericKubernetesResource rollout, Map<String, LedgerEntry> entries) {
    List<LedgerPage> pages = read(policy, rollout.getMetadata().getUid());
    Map<String, LedgerEntry> left = new TreeMap<>(entries);
    List<LedgerPage> all = new ArrayList<>();
    for (LedgerPage page : pages) {
      SortedMap<String, LedgerEntry> wanted = new TreeMap<>(page.entries());
      page.entries().keySet().stream()
          .filter(left::containsKey)
          .forEach(cluster -> wanted.put(cluster, left.remove(cluster)));
      all.add(write(policy, rollout, page, wanted, left));
    }
    for (int number = pages.size(); !left.isEmpty(); number++) {
      ObjectMeta meta =
          new ObjectMetaBuilder()
              .withNamespace(policy.namespace())
              .withName(LedgerPage.name(policy, number))
              .build();
      all.add(write(policy, rollout, new LedgerPage(meta, new TreeMap<>()), new TreeMap<>(), left));
    }
    return all;
  }

  /** Fills the page with those that are on none; takes them out of what is left. */
  private LedgerPage write(
      PolicyName policy,
      GenericKubernetesResource rollout,
      LedgerPage page,
      SortedMap<String, LedgerEntry> wanted,
      Map<String, LedgerEntry> left) {
    List.copyOf(left.keySet()).stream()
        .limit(Math.max(0, LedgerPage.MOST - wanted.size()))
        .forEach(cluster -> wanted.put(cluster, left.remove(cluster)));
    if (!wanted.equals(page.entries())) {
      GenericKubernetesResource object = LedgerPage.object(owned(page.meta(), rollout), wanted);
      if (page.meta().getResourceVersion() == null) {
        hub.create(Kinds.CONFIG_MAP, object);
      } else if (LedgerPage.isOne(page.meta())) {
        hub.update(Kinds.CONFIG_MAP, object);
      } else {
        throw HubException.foreign(
            "keep which clusters took which version of policy " + policy,
            "ConfigMap %s/%s".formatted(policy.namespace(), page.meta().getName()));
      }
    }
    return new LedgerPage(page.meta(), wanted);
  }

  private static ObjectMeta owned(ObjectMeta meta, GenericKubernetesResource rollout) {
    return new ObjectMetaBuilder(meta)
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(Kinds.apiVersion(Kinds.ROLLOUT))
                .withKind(Kinds.ROLLOUT.getKind())
                .withName(rollout.getMetadata().getName())
                .withUid(rollout.getMetadata().getUid())
                .build())
        .build();
  }
}
