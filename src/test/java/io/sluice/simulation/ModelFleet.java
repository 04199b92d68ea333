package io.sluice.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import io.sluice.placement.ClusterSelector;
import io.sluice.placement.ManagedCluster;
import io.sluice.template.StagedStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Holds the managed clusters, and which placement selects them into which group. */
final class ModelFleet {
  /** Answers of the hub that refuse one object (rollout-strategy 3.4). */
  private static final List<String> REFUSALS =
      List.of("400", "403 by a policy", "404", "413", "422", "500 of a webhook");

  private final List<ModelGroup> groups = new ArrayList<>();
  private final TreeMap<String, ModelGroup> selected = new TreeMap<>();
  private final TreeMap<String, ModelGroup> alsoIn = new TreeMap<>();
  private final TreeSet<String> ignored = new TreeSet<>();
  private final TreeSet<String> away = new TreeSet<>();
  private final TreeMap<String, String> refusing = new TreeMap<>();
  private final TreeSet<String> foreign = new TreeSet<>();

  /** Clusters that were selected before; true: their grace is over. */
  private final TreeMap<String, Boolean> absent = new TreeMap<>();

  private final TreeSet<String> unmanaged = new TreeSet<>();
  private final TreeMap<String, ModelGroup> before = new TreeMap<>();

  /** How often each cluster was let go: not selected while available, or without ManagedCluster. */
  private final TreeMap<String, Integer> releases = new TreeMap<>();

  private final TreeMap<String, ModelGroup> emptied = new TreeMap<>();
  private boolean incoherent;
  private boolean partial;

  /** How the clusters of a template are grouped; empty for those of a policy. */
  private final Optional<StagedStrategy> template;

  ModelFleet(SimulationSetup setup) {
    this.template =
        setup
            .template()
            .map(
                groups ->
                    new StagedStrategy(
                        setup.settings().get(0).strategy(), groups, Optional.empty()));
    for (SimulationSetup.GroupSetup group : setup.groups()) {
      groups.add(new ModelGroup(group.placement(), group.name(), groups.size()));
    }
    setup.clusters().forEach(cluster -> select(cluster.name(), cluster.group()));
  }

  /** Selects the clusters that carry the name of a group as a label. */
  static ClusterSelector labelled(String group) {
    return new ClusterSelector(
        new LabelSelector(Map.of("group", group), List.of()),
        new LabelSelector(Map.of(), List.of()));
  }

  /** Whether these are the clusters of a template, whose groups come from labels alone. */
  boolean ofTemplate() {
    return template.isPresent();
  }

  void select(String cluster, long group) {
    select(cluster, groups.get((int) (group % groups.size())));
  }

  private void select(String cluster, ModelGroup group) {
    selected.put(cluster, group);
    absent.remove(cluster);
    unmanaged.remove(cluster);
  }

  /** Lets a second placement select it, too. */
  void selectAlso(String cluster, long group) {
    if (selected.containsKey(cluster)) {
      alsoIn.put(cluster, groups.get((int) (group % groups.size())));
    }
  }

  void deselect(String cluster) {
    if (selected.remove(cluster) != null) {
      absent.putIfAbsent(cluster, false);
      release(cluster, !away.contains(cluster));
    }
    alsoIn.remove(cluster);
  }

  /** A placement is wrong: it selects nobody. */
  void placementWrong(long number) {
    String placement = groups.get((int) (number % groups.size())).key().placement();
    for (String cluster : List.copyOf(selected.keySet())) {
      ModelGroup group = selected.get(cluster);
      if (group.key().placement().equals(placement)) {
        before.put(cluster, group);
        deselect(cluster);
      }
    }
  }

  /** The placement is repaired. */
  void placementRight() {
    before.forEach(
        (cluster, group) -> {
          if (!selects(cluster) && !unmanaged.contains(cluster)) {
            select(cluster, group);
          }
        });
    before.clear();
  }

  boolean wrong() {
    return !before.isEmpty();
  }

  /**
   * A group loses all its clusters, and the numbers of its placement close up.
   *
   * @return the clusters
   */
  List<String> empty(long number) {
    ModelGroup group = groups.get((int) (number % groups.size()));
    List<String> clusters =
        selected.keySet().stream().filter(name -> selected.get(name) == group).toList();
    clusters.forEach(cluster -> emptied.put(cluster, group));
    clusters.forEach(this::deselect);
    closeUp(group.key().placement());
    return clusters;
  }

  /** The clusters of emptied groups are selected into them again. */
  void refill() {
    emptied.forEach(
        (cluster, group) -> {
          if (!selects(cluster)) {
            select(cluster, group);
          }
        });
    emptied.values().forEach(group -> closeUp(group.key().placement()));
    emptied.clear();
  }

  boolean hasEmptied() {
    return !emptied.isEmpty();
  }

  private List<ModelGroup> groupsOf(String placement) {
    return groups.stream().filter(group -> group.key().placement().equals(placement)).toList();
  }

  /** OCM numbers the groups of a placement that have clusters, without gaps. */
  private void closeUp(String placement) {
    int index = 0;
    for (ModelGroup group : groupsOf(placement)) {
      if (selected.containsValue(group)) {
        group.renumber(index++);
      }
    }
  }

  /** Its ManagedCluster is deleted. */
  void delete(String cluster) {
    deselect(cluster);
    unmanaged.add(cluster);
    absent.put(cluster, true);
    release(cluster, true);
  }

  /** It is available again. */
  void comesBack(String cluster) {
    if (away.remove(cluster)) {
      release(cluster, absent.containsKey(cluster));
    }
  }

  private void release(String cluster, boolean really) {
    if (really) {
      releases.merge(cluster, 1, Integer::sum);
    }
  }

  /** Returns how often it was let go. */
  int releases(String cluster) {
    return releases.getOrDefault(cluster, 0);
  }

  /** The grace of a cluster is over. */
  void graceOver(String cluster) {
    absent.computeIfPresent(cluster, (name, over) -> true);
  }

  /** Clusters that were selected, and are not now. */
  Set<String> absent() {
    return absent.keySet();
  }

  /** Whether it has a ManagedCluster that is not Available. */
  boolean outOfReach(String cluster) {
    return away.contains(cluster) && !unmanaged.contains(cluster);
  }

  /** What the keeper tells runs. */
  Departures departures() {
    List<String> over = absent.keySet().stream().filter(absent::get).toList();
    return new Departures(
        over.stream().filter(unmanaged::contains).toList(),
        over.stream()
            .filter(cluster -> !unmanaged.contains(cluster) && !away.contains(cluster))
            .toList(),
        over.stream().filter(this::outOfReach).toList());
  }

  /** Gives the groups new indexes, with gaps, in another order. */
  void renumber(long seed) {
    Random random = new Random(seed);
    List<ModelGroup> order = new ArrayList<>(groups);
    if (seed % 3 == 0) {
      Collections.shuffle(order, random);
    }
    int index = 0;
    for (ModelGroup group : order) {
      index += random.nextInt(2);
      group.renumber(index++);
    }
  }

  /** Cuts a placement anew into groups of one size, by name, as OCM does by percentage. */
  void cut(long seed) {
    String placement = groups.get((int) (seed % groups.size())).key().placement();
    List<ModelGroup> own = groupsOf(placement);
    List<String> clusters =
        selected.keySet().stream().filter(name -> own.contains(selected.get(name))).toList();
    int size = 1 + (int) (seed % Math.max(1, clusters.size()));
    for (int i = 0; i < clusters.size(); i++) {
      selected.put(clusters.get(i), own.get(Math.min(i / size, own.size() - 1)));
    }
    closeUp(placement);
  }

  Set<String> selected() {
    return selected.keySet();
  }

  boolean selects(String cluster) {
    return selected.containsKey(cluster);
  }

  /** Returns the group that counts for a cluster: the first one that contains it. */
  Optional<GroupKey> groupOf(String cluster) {
    if (template.isPresent()) {
      return snapshot().stream()
          .filter(group -> group.clusters().contains(cluster))
          .map(DecisionGroup::key)
          .findFirst();
    }
    return Stream.of(selected, alsoIn)
        .flatMap(in -> Stream.ofNullable(in.get(cluster)))
        .map(ModelGroup::key)
        .min(Comparator.naturalOrder());
  }

  List<ModelGroup> groups() {
    return groups;
  }

  /** Returns the snapshot; a placement that has not published everything shows half of it. */
  List<DecisionGroup> snapshot() {
    if (template.isPresent()) {
      return template
          .get()
          .group(
              "binding",
              selected.entrySet().stream()
                  .map(entry -> managed(entry.getKey(), entry.getValue()))
                  .toList());
    }
    List<DecisionGroup> shown = new ArrayList<>();
    for (ModelGroup group : groups) {
      TreeSet<String> clusters = new TreeSet<>();
      selected.forEach((cluster, in) -> addIf(in == group, clusters, cluster));
      alsoIn.forEach((cluster, in) -> addIf(in == group, clusters, cluster));
      if (!clusters.isEmpty()) {
        shown.add(new DecisionGroup(group.key(), List.copyOf(clusters)));
      }
    }
    return incoherent && partial ? shown.subList(0, shown.size() / 2) : shown;
  }

  private static ManagedCluster managed(String cluster, ModelGroup group) {
    return new ManagedCluster(
        cluster,
        group.name().isEmpty() ? Map.of() : Map.of("group", group.name()),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        false,
        Map.of());
  }

  private static void addIf(boolean wanted, Set<String> clusters, String cluster) {
    if (wanted) {
      clusters.add(cluster);
    }
  }

  boolean incoherent() {
    return incoherent;
  }

  void incoherent(boolean nowIncoherent, boolean nowPartial) {
    incoherent = nowIncoherent;
    partial = nowPartial;
  }

  TreeSet<String> ignored() {
    return ignored;
  }

  /** Clusters that are not Available. */
  TreeSet<String> away() {
    return away;
  }

  /** Refuses writes of a cluster, in one of the ways in which the hub does. */
  void refuse(String cluster, long number) {
    refusing.put(cluster, REFUSALS.get((int) (number % REFUSALS.size())));
  }

  /** Clusters whose writes the hub rejects, with its answer. */
  TreeMap<String, String> refusing() {
    return refusing;
  }

  /** Clusters that a binding of another owner enforces. */
  TreeSet<String> foreign() {
    return foreign;
  }
}
