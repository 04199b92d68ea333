package io.sluice.placement.simulation;

import static io.sluice.placement.simulation.GroupingChecks.require;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.snapshot.PlacementSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what stands between two writes as a consumer does (placement 11.2). */
final class ConsumerCheck {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");

  private final ModelPlacement model;
  private final FleetCoverage coverage;

  /** What was published last, and every result since. */
  private final Set<List<DecisionGroup>> results = new HashSet<>();

  private final Map<String, Set<GroupKey>> places = new HashMap<>();
  private final Set<String> lasting = new HashSet<>();

  ConsumerCheck(ModelPlacement model, FleetCoverage coverage) {
    this.model = model;
    this.coverage = coverage;
  }

  private PlacementSnapshot read(Map<String, Object> status, List<PublishedDecision> published) {
    List<DecisionObject> labelled =
        published.stream()
            .map(PublishedDecision::object)
            .filter(object -> "p".equals(object.labels().get(DecisionObject.PLACEMENT)))
            .toList();
    return PlacementSnapshot.of(model.object(status), labelled, Optional.of(NOW), NOW);
  }

  /** Begins with what stands, which may be the work of another writer. */
  void before(List<PublishedDecision> published) {
    PlacementSnapshot snapshot = read(model.status(), published);
    if (snapshot.coherent()) {
      results.add(snapshot.groups());
    }
    record(snapshot.groups());
    lasting.clear();
    lasting.addAll(snapshot.clusters());
  }

  void wanted(ModelEvaluation evaluation) {
    results.add(groups(evaluation));
    record(evaluation.groups());
    lasting.retainAll(
        evaluation.groups().stream().flatMap(group -> group.clusters().stream()).toList());
  }

  private void record(List<DecisionGroup> groups) {
    for (DecisionGroup group : groups) {
      for (String cluster : group.clusters()) {
        places.computeIfAbsent(cluster, any -> new HashSet<>()).add(group.key());
      }
    }
  }

  private static List<DecisionGroup> groups(ModelEvaluation evaluation) {
    return evaluation.groups().stream().filter(group -> !group.clusters().isEmpty()).toList();
  }

  /** With either status a read is incoherent, or one of the results. */
  void during(List<PublishedDecision> published, ModelEvaluation evaluation) {
    check(read(model.status(), published));
    check(read(evaluation.status(), published));
  }

  private void check(PlacementSnapshot snapshot) {
    if (!snapshot.coherent()) {
      coverage.saw(FleetCoverage.Item.INCOHERENT);
    } else if (!results.contains(snapshot.groups())) {
      coverage.saw(FleetCoverage.Item.MIXED);
      mixed(snapshot);
    }
  }

  /**
   * A mixture passes the counts of 11.2 where as many clusters left a group as came to it: even
   * then each cluster is in its former or its final group, and no lasting one is missing.
   */
  private void mixed(PlacementSnapshot snapshot) {
    List<String> found = new ArrayList<>();
    for (DecisionGroup group : snapshot.groups()) {
      for (String cluster : group.clusters()) {
        require(
            places.getOrDefault(cluster, Set.of()).contains(group.key()),
            () -> "%s in %s: %s".formatted(cluster, group.key(), snapshot.groups()));
        found.add(cluster);
      }
    }
    require(found.containsAll(lasting), () -> "a cluster is missing: " + snapshot.groups());
    require(new HashSet<>(found).size() == found.size(), () -> "twice in " + snapshot.groups());
  }

  /** After the last write the read is coherent, unless another owner adds to it. */
  void after(List<PublishedDecision> published, ModelEvaluation evaluation, boolean foreign) {
    PlacementSnapshot snapshot = read(evaluation.status(), published);
    // A fault of grouping before anything is published writes no object, and consumers wait.
    boolean nothing = evaluation.groups().isEmpty();
    require(nothing || snapshot.coherent() != foreign, () -> "finally " + snapshot.problem());
    require(
        foreign || snapshot.groups().equals(groups(evaluation)),
        () -> "finally " + snapshot.groups());
    results.clear();
    results.add(groups(evaluation));
    places.clear();
  }
}
