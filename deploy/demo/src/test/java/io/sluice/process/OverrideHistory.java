package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Records every version of the pages, of the binding and of the replicas of one policy. Versions of
 * all kinds compare: a hub numbers all writes in one order.
 */
final class OverrideHistory implements AutoCloseable {
  private final Map<Long, Page> pages = new ConcurrentSkipListMap<>();
  private final Map<Long, ReplicaVersion> replicas = new ConcurrentSkipListMap<>();
  private final Set<Long> unbound = new ConcurrentSkipListSet<>();
  private final Map<String, Set<Long>> generations = new ConcurrentHashMap<>();
  private volatile boolean rootEnforces;
  private final Set<String> exceptions = ConcurrentHashMap.newKeySet();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<Watch> watches = new ArrayList<>();

  /** A version of a page; one that was deleted lists nothing. */
  record Page(long version, String name, List<OverrideEntry> entries) {
    List<String> clusters() {
      return entries.stream().map(OverrideEntry::cluster).toList();
    }

    boolean lists(String cluster, long generation) {
      return entries.stream()
          .anyMatch(entry -> entry.cluster().equals(cluster) && entry.generation() == generation);
    }
  }

  /** A version of a replica. */
  record ReplicaVersion(long version, String cluster, String content, boolean enforces) {}

  OverrideHistory(KubernetesClient client, String namespace, String replicaName) {
    watch(client, Kinds.PLACEMENT_DECISION, namespace, OverrideName.LABEL, this::page);
    watch(client, Kinds.PLACEMENT_BINDING, namespace, OverrideName.LABEL, this::binding);
    watches.add(
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(namespace)
            .watch(new Recorder(this::rollout)));
    watches.add(
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(namespace)
            .watch(new Recorder(this::root)));
    watches.add(
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel(PolicyApi.ROOT_POLICY, replicaName)
            .watch(new Recorder(this::replica)));
  }

  private void watch(
      KubernetesClient client,
      ResourceDefinitionContext kind,
      String namespace,
      String label,
      BiConsumer<GenericKubernetesResource, Boolean> record) {
    watches.add(
        client
            .genericKubernetesResources(kind)
            .inNamespace(namespace)
            .withLabel(label)
            .watch(new Recorder(record)));
  }

  private final class Recorder implements Watcher<GenericKubernetesResource> {
    private final BiConsumer<GenericKubernetesResource, Boolean> record;

    Recorder(BiConsumer<GenericKubernetesResource, Boolean> record) {
      this.record = record;
    }

    @Override
    public void eventReceived(Action action, GenericKubernetesResource object) {
      record.accept(object, action == Action.DELETED);
    }

    @Override
    public void onClose(WatcherException cause) {
      failures.add(cause.toString());
    }
  }

  private static long version(GenericKubernetesResource object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }

  private void page(GenericKubernetesResource page, boolean deleted) {
    List<OverrideEntry> entries =
        JsonTree.maps(HubObjects.part(page, "status"), "decisions").stream()
            .map(
                decision ->
                    OverrideEntry.of(
                        String.valueOf(decision.get("clusterName")),
                        String.valueOf(decision.get("reason"))))
            .toList();
    long version = version(page);
    pages.put(
        version, new Page(version, page.getMetadata().getName(), deleted ? List.of() : entries));
  }

  private void binding(GenericKubernetesResource binding, boolean deleted) {
    if (deleted) {
      unbound.add(version(binding));
    }
  }

  private void root(GenericKubernetesResource root, boolean deleted) {
    Map<String, Object> spec = HubObjects.part(root, "spec");
    generations
        .computeIfAbsent(content(spec), name -> ConcurrentHashMap.newKeySet())
        .add(root.getMetadata().getGeneration());
    rootEnforces |= "enforce".equals(spec.get("remediationAction"));
  }

  private void rollout(GenericKubernetesResource rollout, boolean deleted) {
    JsonTree.maps(HubObjects.part(rollout, "status"), "exceptions")
        .forEach(issue -> exceptions.add(issue.get("cluster") + " " + issue.get("reason")));
  }

  private void replica(GenericKubernetesResource replica, boolean deleted) {
    Map<String, Object> spec = HubObjects.part(replica, "spec");
    long version = version(replica);
    replicas.put(
        version,
        new ReplicaVersion(
            version,
            replica.getMetadata().getNamespace(),
            content(spec),
            !deleted && "enforce".equals(spec.get("remediationAction"))));
  }

  private static String content(Map<String, Object> spec) {
    return Serialization.asJson(spec).replaceAll("(?s).*\"word\"\\s*:\\s*\"([^\"]*)\".*", "$1");
  }

  /** Returns all versions of the pages so far, in their order. */
  Collection<Page> pages() {
    return pages.values();
  }

  /** Returns the clusters that each change of a page began to list; none where it only took. */
  List<Set<String>> added() {
    List<Set<String>> added = new ArrayList<>();
    Map<String, List<OverrideEntry>> present = new HashMap<>();
    for (Page page : pages.values()) {
      List<OverrideEntry> former = present.put(page.name(), page.entries());
      if (!page.entries().equals(former == null ? List.of() : former)) {
        Set<String> clusters = new TreeSet<>(page.clusters());
        Stream.ofNullable(former)
            .flatMap(List::stream)
            .map(OverrideEntry::cluster)
            .forEach(clusters::remove);
        added.add(clusters);
      }
    }
    return added;
  }

  /** Returns whether a replica enforced at first, and each time that this changed. */
  List<Boolean> enforced(String cluster) {
    List<Boolean> enforced = new ArrayList<>();
    replicas.values().stream()
        .filter(replica -> replica.cluster().equals(cluster))
        .map(ReplicaVersion::enforces)
        .filter(
            enforces -> enforced.isEmpty() || !enforces.equals(enforced.get(enforced.size() - 1)))
        .forEach(enforced::add);
    return enforced;
  }

  /** Returns all versions of the replicas so far, in their order. */
  Collection<ReplicaVersion> replicas() {
    return replicas.values();
  }

  /** Returns when the binding of the override was deleted. */
  Set<Long> unbound() {
    return unbound;
  }

  /** Returns the generations of the policy that had this content. */
  Set<Long> generations(String content) {
    return generations.getOrDefault(content, Set.of());
  }

  /** Returns whether the policy has ever enforced by itself: then no page explains a replica. */
  boolean rootEnforces() {
    return rootEnforces;
  }

  /** Returns every exception that the Rollout has ever listed, as {@code cluster reason}. */
  Set<String> exceptions() {
    return exceptions;
  }

  /** Returns why a watch has ended; none may. */
  List<String> failures() {
    return failures;
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }
}
