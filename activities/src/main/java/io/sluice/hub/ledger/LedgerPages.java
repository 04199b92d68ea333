package io.sluice.hub.ledger;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.client.OwnerReferences;
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
  private final JsonSender sender;

  LedgerPages(KubernetesClient hub) {
    this.hub = new HubApi(hub);
    this.sender = new JsonSender(hub);
  }

  /**
   * Reads all pages; of those that are known, whether they have changed, and only then what is in
   * them.
   *
   * @param rolloutUid UID of the Rollout object of the policy, which owns them
   * @param known as they were read or written last
   * @throws HubException if the hub does not answer
   */
  List<LedgerPage> read(PolicyName policy, String rolloutUid, List<LedgerPage> known) {
    List<LedgerPage> pages = new ArrayList<>();
    Optional<LedgerPage> page = read(policy, rolloutUid, known, 0);
    while (page.isPresent()) {
      pages.add(page.get());
      page = read(policy, rolloutUid, known, pages.size());
    }
    return pages;
  }

  private Optional<LedgerPage> read(
      PolicyName policy, String rolloutUid, List<LedgerPage> known, int number) {
    String name = LedgerPage.name(policy, number);
    if (number < known.size() && unchanged(known.get(number))) {
      return Optional.of(known.get(number));
    }
    return hub.get(Kinds.CONFIG_MAP, policy.namespace(), name)
        .map(page -> LedgerPage.of(page, rolloutUid));
  }

  private boolean unchanged(LedgerPage page) {
    return sender
        .metadata(Kinds.CONFIG_MAP, page.meta().getNamespace(), page.meta().getName())
        .filter(meta -> meta.getResourceVersion().equals(page.meta().getResourceVersion()))
        .isPresent();
  }

  /**
   * Adds entries: those of clusters that are on a page to that, others where there is room. A
   * repeated call writes nothing.
   *
   * @param pages as they were read or written last
   * @return all pages as they are now
   * @throws io.fabric8.kubernetes.client.KubernetesClientException if a page was written by
   *     somebody else since, or the hub refuses
   * @throws HubException if an object of such a name is no page
   */
  List<LedgerPage> add(
      PolicyName policy,
      GenericKubernetesResource rollout,
      List<LedgerPage> pages,
      Map<String, LedgerEntry> entries) {
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
    if (wanted.equals(page.entries())) {
      return page;
    }
    return new LedgerPage(write(policy, rollout, page, wanted).getMetadata(), wanted);
  }

  private GenericKubernetesResource write(
      PolicyName policy,
      GenericKubernetesResource rollout,
      LedgerPage page,
      SortedMap<String, LedgerEntry> wanted) {
    GenericKubernetesResource object = LedgerPage.object(owned(page.meta(), rollout), wanted);
    if (page.meta().getResourceVersion() == null) {
      return hub.create(Kinds.CONFIG_MAP, object);
    }
    if (!LedgerPage.isOne(page.meta())) {
      throw HubException.foreign(
          "keep which clusters took which version of policy " + policy,
          "ConfigMap %s/%s".formatted(policy.namespace(), page.meta().getName()));
    }
    return hub.update(Kinds.CONFIG_MAP, object);
  }

  private static ObjectMeta owned(ObjectMeta meta, GenericKubernetesResource rollout) {
    return new ObjectMetaBuilder(meta)
        .withOwnerReferences(OwnerReferences.of(Kinds.ROLLOUT, rollout.getMetadata()))
        .build();
  }
}
