package io.sluice.worker;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/**
 * Records what a hub had at every moment, and finds clusters that enforced a version before their
 * turn: while no page listed them for it (policy-propagation 14.3).
 */
final class EnforcementLog implements AutoCloseable {
  private final String namespace;
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
    this.namespace = namespace;
    for (var kind : List.of(Kinds.POLICY, Kinds.PLACEMENT_DECISION, Kinds.ROLLOUT)) {
      watches.add(
          client
              .genericKubernetesResources(kind)
              .inAnyNamespace()
              .watch(
                  new Watcher<GenericKubernetesResource>() {
                    @Override
                    public void eventReceived(Action action, GenericKubernetesResource object) {
                      moments.add(
                          new Moment(
                              Long.parseLong(object.getMetadata().getResourceVersion()),
                              action == Action.DELETED,
                              object));
                    }

                    @Override
                    public void onClose(WatcherException cause) {
                      throw new IllegalStateException("the log has a gap", cause);
                    }
                  }));
    }
  }

  /** Waits until all is recorded that has happened so far. */
  private List<Moment> recorded(GenericKubernetesResource newest) {
    long version = Long.parseLong(newest.getMetadata().getResourceVersion());
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> moments.stream().anyMatch(moment -> moment.version() >= version));
    return moments.stream().sorted(Comparator.comparingLong(Moment::version)).toList();
  }

  /**
   * Returns the clusters that enforced a version before their turn and that no status of the
   * Rollout lists as UnstagedChange from then on.
   *
   * @param newest an object that was written after all that is to be checked
   */
  Set<Early> unlisted(GenericKubernetesResource newest) {
    Map<Early, Long> early = new HashMap<>();
    Set<Early> unlisted = new TreeSet<>(Comparator.comparing(Early::toString));
    Replay replay = new Replay(early);
    for (Moment moment : recorded(newest)) {
      replay.add(moment);
      if (moment.object().getKind().equals("Rollout")) {
        JsonTree.maps(HubObjects.part(moment.object(), "status"), "exceptions").stream()
            .filter(issue -> "UnstagedChange".equals(issue.get("reason")))
            .map(issue -> String.valueOf(issue.get("cluster")))
            .forEach(replay.reported::add);
      }
    }
    early.keySet().stream()
        .filter(found -> !replay.reported.contains(found.cluster()))
        .forEach(unlisted::add);
    return unlisted;
  }

  /** Returns every cluster that enforced a version before its turn. */
  Set<Early> early(GenericKubernetesResource newest) {
    Map<Early, Long> early = new HashMap<>();
    Replay replay = new Replay(early);
    recorded(newest).forEach(replay::add);
    return early.keySet();
  }

  /** Returns when each cluster was listed first, for that generation. */
  Map<String, Instant> turns(GenericKubernetesResource newest, long generation) {
    Map<String, Instant> turns = new LinkedHashMap<>();
    recorded(newest).stream()
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
    private final Map<Early, Long> early;
    private final Set<String> reported = new HashSet<>();
    private final Map<String, Long> generations = new HashMap<>();
    private final Map<String, List<OverrideEntry>> pages = new HashMap<>();
    private final Map<String, Set<Long>> listedSince = new HashMap<>();
    private final Map<String, String> carried = new HashMap<>();

    Replay(Map<Early, Long> early) {
      this.early = early;
    }

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
        generations.put(templates(object), object.getMetadata().getGeneration());
      } else if (object.getKind().equals("Policy") && !moment.gone()) {
        replica(moment);
      }
    }

    private List<OverrideEntry> listed() {
      return pages.values().stream().flatMap(List::stream).toList();
    }

    private void replica(Moment moment) {
      String cluster = moment.cluster();
      boolean enforces =
          String.valueOf(HubObjects.part(moment.object(), "spec").get("remediationAction"))
              .equalsIgnoreCase("enforce");
      String content = enforces + templates(moment.object());
      if (content.equals(carried.put(cluster, content))) {
        return;
      }
      long generation = generations.getOrDefault(templates(moment.object()), -1L);
      // The propagator may have read a page that was emptied before its write.
      Set<Long> since = listedSince.getOrDefault(cluster, Set.of());
      if (enforces && !since.contains(generation)) {
        early.putIfAbsent(new Early(cluster, generation), moment.version());
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
