package io.sluice.placement.simulation;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.LabelSelector;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Holds a fleet and the Placement that chooses from it; both change by events. */
final class ModelPlacement {
  static final String NAME = "p";
  static final String UID = "uid-1";

  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final ManagedClusterSet ALL =
      new ManagedClusterSet(
          "all", "LabelSelector", Optional.of(new LabelSelector(Map.of(), List.of())));

  private static final List<String> NAMES = List.of("east", "west", "north", "south");

  /** A named group, which takes the clusters with this label. */
  record Entry(String name, String label) {}

  private final SortedMap<String, ManagedCluster> clusters = new TreeMap<>(ByteOrder.NAMES);
  private final List<Entry> entries = new ArrayList<>();
  private final boolean large;
  private Object size;
  private final GroupingMode mode;
  private Map<String, String> annotations = Map.of();
  private Optional<Integer> limit = Optional.empty();
  private boolean broken;
  private long generation = 1;
  private Map<String, Object> status = Map.of();
  private PlacementEvaluator evaluator;

  ModelPlacement(FleetScript script) {
    Random random = new Random(script.seed());
    large = script.clusters() > DecisionObject.LIMIT / 2;
    mode = random.nextInt(3) == 0 ? GroupingMode.RECOMPUTE : GroupingMode.STABLE;
    resize(random);
    for (int i = random.nextInt(4); i > 0; i--) {
      entries.add(entry(random));
    }
    for (int i = 0; i < script.clusters(); i++) {
      join(random);
    }
    evaluator = PlacementEvaluator.of(object(status), mode);
  }

  private static Entry entry(Random random) {
    return new Entry(
        NAMES.get(random.nextInt(NAMES.size())), NAMES.get(random.nextInt(NAMES.size())));
  }

  private void join(Random random) {
    String name = "c%03d".formatted(random.nextInt(500));
    clusters.putIfAbsent(name, cluster(name, random));
  }

  private static ManagedCluster cluster(String name, Random random) {
    Map<String, String> labels =
        random.nextBoolean() ? Map.of("group", NAMES.get(random.nextInt(NAMES.size()))) : Map.of();
    return new ManagedCluster(
        name, labels, Map.of(), List.of(), Map.of(), Map.of(), false, Map.of());
  }

  /** Large fleets get large groups: what matters there is that a group has several objects. */
  private void resize(Random random) {
    int percent = 1 + random.nextInt(100);
    size =
        switch (random.nextInt(3)) {
          case 0 -> large ? 40 + random.nextInt(160) : 1 + random.nextInt(6);
          case 1 -> "%d%%".formatted(large ? Math.max(25, percent) : percent);
          default -> "%d%%".formatted(25 + random.nextInt(25));
        };
  }

  /**
   * Applies an event to the fleet or the Placement; returns false for one that concerns neither.
   */
  boolean apply(FleetEvent event) {
    Random random = new Random(event.seed());
    switch (event.kind()) {
      case JOIN -> join(random, 1 + random.nextInt(4));
      case LEAVE -> leave(random, 1 + random.nextInt(4));
      case REPLACE -> {
        leave(random, 1 + random.nextInt(3));
        join(random, 1 + random.nextInt(3));
      }
      case RELABEL -> relabel(random, 1 + random.nextInt(4));
      case RESIZE -> edited(() -> resize(random));
      case REGROUP -> edited(() -> regroup(random));
      case LIMIT ->
          edited(
              () ->
                  limit =
                      random.nextBoolean()
                          ? Optional.empty()
                          : Optional.of(random.nextInt(clusters.size() + 2)));
      // An annotation, which leaves the generation as it is.
      case MODE ->
          annotations = Map.of("sluice.io/decision-grouping", stable() ? "recompute" : "stable");
      case BREAK -> edited(() -> broken = true);
      case MEND -> edited(() -> broken = false);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void edited(Runnable edit) {
    edit.run();
    generation++;
  }

  private void join(Random random, int count) {
    for (int i = 0; i < count; i++) {
      join(random);
    }
  }

  private void leave(Random random, int count) {
    for (int i = 0; i < count && !clusters.isEmpty(); i++) {
      clusters.remove(any(random));
    }
  }

  private void relabel(Random random, int count) {
    for (int i = 0; i < count && !clusters.isEmpty(); i++) {
      String name = any(random);
      clusters.put(name, cluster(name, random));
    }
  }

  private String any(Random random) {
    return List.copyOf(clusters.keySet()).get(random.nextInt(clusters.size()));
  }

  private void regroup(Random random) {
    switch (random.nextInt(3)) {
      case 0 -> entries.add(random.nextInt(entries.size() + 1), entry(random));
      case 1 -> Collections.shuffle(entries, random);
      default -> {
        if (!entries.isEmpty()) {
          entries.remove(random.nextInt(entries.size()));
        }
      }
    }
  }

  /**
   * Evaluates the Placement, with its input in random order.
   *
   * @param afresh whether nothing that an earlier evaluation kept is used
   */
  ModelEvaluation evaluate(List<PublishedDecision> published, Random order, boolean afresh) {
    EvaluationInput input = input(published, order);
    if (afresh || !evaluator.serves(input.placement())) {
      evaluator = PlacementEvaluator.of(input.placement(), mode);
    }
    return ModelEvaluation.of(evaluator.evaluate(input));
  }

  private EvaluationInput input(List<PublishedDecision> published, Random order) {
    List<ManagedCluster> shuffled = new ArrayList<>(clusters.values());
    Collections.shuffle(shuffled, order);
    List<PublishedDecision> decisions = new ArrayList<>(published);
    Collections.shuffle(decisions, order);
    return new EvaluationInput(
        object(status),
        shuffled,
        List.of(ALL),
        List.of(ALL.name()),
        List.of(),
        Map.of(),
        decisions,
        mode,
        NOW);
  }

  /** Returns the Placement with this status. */
  PlacementObject object(Map<String, Object> withStatus) {
    return new PlacementObject(
        "retail", NAME, UID, generation, Map.of(), annotations, spec(), withStatus);
  }

  private Map<String, Object> spec() {
    Map<String, Object> groups = new LinkedHashMap<>();
    groups.put("clustersPerDecisionGroup", broken ? "150" : size);
    groups.put(
        "decisionGroups",
        entries.stream()
            .map(
                entry ->
                    Map.of(
                        "groupName",
                        entry.name(),
                        "groupClusterSelector",
                        Map.of(
                            "labelSelector",
                            Map.of("matchLabels", Map.of("group", entry.label())))))
            .toList());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("decisionStrategy", Map.of("groupStrategy", groups));
    limit.ifPresent(most -> spec.put("numberOfClusters", most));
    return spec;
  }

  Map<String, Object> status() {
    return status;
  }

  void status(Map<String, Object> written) {
    status = written;
  }

  SortedMap<String, ManagedCluster> clusters() {
    return clusters;
  }

  List<Entry> entries() {
    return entries;
  }

  boolean broken() {
    return broken;
  }

  boolean stable() {
    return annotations.isEmpty()
        ? mode == GroupingMode.STABLE
        : annotations.containsValue("stable");
  }

  /** Returns how many clusters must be selected while the Placement is not broken. */
  int selected() {
    return Math.min(limit.orElse(clusters.size()), clusters.size());
  }

  /** Returns the number of the first entry that takes the cluster, or that of all entries. */
  int entryOf(String cluster) {
    String label = clusters.get(cluster).labels().get("group");
    return IntStream.range(0, entries.size())
        .filter(entry -> entries.get(entry).label().equals(label))
        .findFirst()
        .orElse(entries.size());
  }

  String nameOf(int entry) {
    return entry < entries.size() ? entries.get(entry).name() : "";
  }

  boolean namesRepeat() {
    return entries.stream().map(Entry::name).distinct().count() < entries.size();
  }

  /** Returns the size of a group of these many clusters, calculated in another way. */
  int capacity(int total) {
    double size =
        this.size instanceof Integer count
            ? count
            : Math.ceil(
                Integer.parseInt(this.size.toString().replace("%", "")) * (long) total / 100.0
                    - 1e-9);
    return size < 1 || size > total ? total : (int) size;
  }

  @Override
  public String toString() {
    return "%s %s, size %s, entries %s, limit %s%s, %d clusters"
        .formatted(
            NAME,
            stable() ? "stable" : "recompute",
            size,
            entries,
            limit,
            broken ? ", broken" : "",
            clusters.size());
  }
}
