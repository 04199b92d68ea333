package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Records what a hub had at every moment, and finds clusters that enforced a version before their
 * turn: while no page listed them for it (policy-propagation 14.3).
 */
final class EnforcementLog implements AutoCloseable {
  private static final List<ResourceDefinitionContext> KINDS =
      List.of(Kinds.POLICY, Kinds.PLACEMENT_BINDING, Kinds.PLACEMENT_DECISION, Kinds.ROLLOUT);

  private final KubernetesClient client;
  private final String namespace;
  private final String replicaName;
  private final ConcurrentLinkedQueue<Moment> moments = new ConcurrentLinkedQueue<>();
  private final List<Watch> watches = new ArrayList<>();

  private record Moment(long version, boolean gone, GenericKubernetesResource object) {
    String cluster() {
      return object.getMetadata().getNamespace();
    }
  }

  /** A cluster that enforced a generation before its turn. */
  record Early(String cluster, long generation) {}

  EnforcementLog(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    this.replicaName = namespace + ".web";
    for (var kind : KINDS) {
      watches.add(
          client
              .genericKubernetesResources(kind)
              .inAnyNamespace()
              .watch(
                  new Watcher<GenericKubernetesResource>() {
                    @Override
                    public void eventReceived(Action action, GenericKubernetesResource object) {
                      if (concerned(object)) {
                        moments.add(new Moment(version(object), action == Action.DELETED, object));
                      }
                    }

                    @Override
                    public void onClose(WatcherException cause) {
                      throw new IllegalStateException("the log has a gap", cause);
                    }
                  }));
    }
  }

  private static long version(GenericKubernetesResource object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }

  /** Clusters may have replicas of others on the same hub. */
  private boolean concerned(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace().equals(namespace)
        || replicaName.equals(HubObjects.labels(object).get(PolicyApi.ROOT_POLICY));
  }

  /** Waits until all is recorded that the hub has now. */
  private List<Moment> recorded() {
    Set<Long> versions = new HashSet<>();
    for (var kind : KINDS) {
      client.genericKubernetesResources(kind).inAnyNamespace().list().getItems().stream()
          .filter(this::concerned)
          .map(EnforcementLog::version)
          .forEach(versions::add);
    }
    Patience.await()
        .until(
            () ->
                moments.stream()
                    .map(Moment::version)
                    .collect(Collectors.toSet())
                    .containsAll(versions));
    return moments.stream().sorted(Comparator.comparingLong(Moment::version)).toList();
  }

  /**
   * Returns the clusters that enforced a version before their turn and that no status of the
   * Rollout lists as UnstagedChange from then on.
   */
  Set<Early> unlisted() {
    Replay replay = replay();
    Set<Early> unlisted = new TreeSet<>(Comparator.comparing(Early::toString));
    replay.early.keySet().stream()
        .filter(found -> !replay.reported.contains(found.cluster()))
        .forEach(unlisted::add);
    return unlisted;
  }

  /** Returns every cluster that enforced a version before its turn. */
  Set<Early> early() {
    return replay().early.keySet();
  }

  /**
   * Returns the clusters that a page listed, or whose replica enforced, when the binding was
   * deleted (policy-propagation 14.4).
   */
  Set<String> unbound() {
    return replay().unbound;
  }

  private Replay replay() {
    Replay replay = new Replay();
    recorded().forEach(replay::add);
    return replay;
  }

  /** Returns when each cluster was listed first, for that generation. */
  Map<String, Instant> turns(long generation) {
    Map<String, Instant> turns = new LinkedHashMap<>();
    recorded().stream()
        .filter(moment -> page(moment.object()))
        .flatMap(moment -> entries(moment.object()).stream())
        .filter(entry -> entry.generation() == generation)
        .forEach(entry -> turns.putIfAbsent(entry.cluster(), entry.at()));
    return turns;
  }

  private boolean page(GenericKubernetesResource object) {
    return object.getKind().equals("PlacementDecision")
        && HubObjects.labels(object).containsKey(OverrideName.LABEL);
  }

  private static boolean binding(GenericKubernetesResource object) {
    return object.getKind().equals("PlacementBinding")
        && HubObjects.labels(object).containsKey(OverrideName.LABEL);
  }

  private static List<OverrideEntry> entries(GenericKubernetesResource page) {
    return JsonTree.maps(HubObjects.part(page, "status"), "decisions").stream()
        .map(
            decision ->
                OverrideEntry.of(
                    String.valueOf(decision.get("clusterName")),
                    String.valueOf(decision.get("reason"))))
        .toList();
  }

  /** Goes through the moments in order. */
  private final class Replay {
    private final Map<Early, Long> early = new HashMap<>();
    private final Set<String> reported = new HashSet<>();
    private final Set<String> unbound = new TreeSet<>();
    private final Set<String> enforcing = new TreeSet<>();
    private final Map<String, Set<Long>> generations = new HashMap<>();
    private final Map<String, List<OverrideEntry>> pages = new HashMap<>();
    private final Map<String, Set<Long>> listedSince = new HashMap<>();
    private final Map<String, String> carried = new HashMap<>();

    void add(Moment moment) {
      GenericKubernetesResource object = moment.object();
      if (page(object)) {
        pages.put(object.getMetadata().getName(), moment.gone() ? List.of() : entries(object));
        listed()
            .forEach(
                entry ->
                    listedSince
                        .computeIfAbsent(entry.cluster(), name -> new HashSet<>())
                        .add(entry.generation()));
      } else if (object.getKind().equals("Policy") && moment.cluster().equals(namespace)) {
        generations
            .computeIfAbsent(templates(object), name -> new TreeSet<>())
            .add(object.getMetadata().getGeneration());
      } else if (object.getKind().equals("Policy")) {
        replica(moment);
      } else if (binding(object) && moment.gone()) {
        unbound.addAll(enforcing);
        listed().forEach(entry -> unbound.add(entry.cluster()));
      } else if (object.getKind().equals("Rollout")) {
        JsonTree.maps(HubObjects.part(object, "status"), "exceptions").stream()
            .filter(issue -> "UnstagedChange".equals(issue.get("reason")))
            .map(issue -> String.valueOf(issue.get("cluster")))
            .forEach(reported::add);
      }
    }

    private List<OverrideEntry> listed() {
      return pages.values().stream().flatMap(List::stream).toList();
    }

    private void replica(Moment moment) {
      String cluster = moment.cluster();
      if (moment.gone()) {
        enforcing.remove(cluster);
        return;
      }
      boolean enforces =
          String.valueOf(HubObjects.part(moment.object(), "spec").get("remediationAction"))
              .equalsIgnoreCase("enforce");
      if (enforces) {
        enforcing.add(cluster);
      } else {
        enforcing.remove(cluster);
      }
      String content = enforces + templates(moment.object());
      if (content.equals(carried.put(cluster, content))) {
        return;
      }
      // A policy that is disabled has another generation, and the same templates.
      Set<Long> same = generations.getOrDefault(templates(moment.object()), Set.of(-1L));
      // The propagator may have read a page that was emptied before its write.
      Set<Long> since = listedSince.getOrDefault(cluster, Set.of());
      if (enforces && same.stream().noneMatch(since::contains)) {
        early.putIfAbsent(new Early(cluster, Collections.max(same)), moment.version());
      }
      Set<Long> now = new HashSet<>();
      listed().stream()
          .filter(entry -> entry.cluster().equals(cluster))
          .forEach(entry -> now.add(entry.generation()));
      listedSince.put(cluster, now);
    }
  }

  private static String templates(GenericKubernetesResource policy) {
    return String.valueOf(HubObjects.part(policy, "spec").get("policy-templates"));
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }
}
