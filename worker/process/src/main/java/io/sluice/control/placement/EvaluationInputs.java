package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.HubCaches;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.AddOnScoreParser;
import io.sluice.hub.placement.ManagedClusterParser;
import io.sluice.hub.placement.ManagedClusterSetParser;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.AddOnScore;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Reads what Placements are evaluated from, out of the caches (placement 2). */
final class EvaluationInputs {
  private final HubCaches caches;
  private final GroupingMode grouping;
  private final Clock clock;
  private final ParsedObjects<ManagedCluster> clusters;
  private final ParsedObjects<ManagedClusterSet> sets;
  private final ParsedObjects<List<AddOnScore>> scores;
  private final ParsedObjects<PublishedDecision> decisions;
  private final DecisionCounts counts = new DecisionCounts();

  EvaluationInputs(HubCaches caches, GroupingMode grouping, Clock clock) {
    this.caches = requireNonNull(caches, "caches is null");
    this.grouping = requireNonNull(grouping, "grouping is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.clusters =
        new ParsedObjects<>(() -> caches.all(Kinds.MANAGED_CLUSTER), ManagedClusterParser::parse);
    this.sets =
        new ParsedObjects<>(
            () -> caches.all(Kinds.MANAGED_CLUSTER_SET), ManagedClusterSetParser::parse);
    this.scores =
        new ParsedObjects<>(
            () -> caches.all(Kinds.ADD_ON_PLACEMENT_SCORE), AddOnScoreParser::parse);
    this.decisions =
        new ParsedObjects<>(
            () -> caches.all(Kinds.PLACEMENT_DECISION), PublishedDecisionParser::parse);
  }

  /** Returns what a Placement is evaluated from, with decisions that may have been read later. */
  EvaluationInput of(
      PlacementObject placement, PlacementEvaluator evaluator, List<PublishedDecision> published) {
    return new EvaluationInput(
        placement,
        clusters.all(),
        sets.all(),
        caches.in(Kinds.MANAGED_CLUSTER_SET_BINDING, placement.namespace()).stream()
            .map(binding -> binding.getMetadata().getName())
            .toList(),
        evaluator.usesScores() ? scores.all().stream().flatMap(List::stream).toList() : List.of(),
        evaluator.usesOtherDecisions() ? others(placement) : Map.of(),
        published,
        grouping,
        clock.instant());
  }

  private Map<String, Integer> others(PlacementObject placement) {
    return counts.others(
        decisions.all(), published(new PlacementKey(placement.namespace(), placement.name())));
  }

  /** Returns the PlacementDecisions that carry the Placement's label or such a name. */
  List<PublishedDecision> published(PlacementKey placement) {
    return caches.in(Kinds.PLACEMENT_DECISION, placement.namespace()).stream()
        .filter(placement::mayOwn)
        .map(decisions::of)
        .toList();
  }

  ManagedCluster cluster(GenericKubernetesResource object) {
    return clusters.of(object);
  }

  void clusterChanged() {
    clusters.changed();
  }

  void setsChanged() {
    sets.changed();
  }

  void scoresChanged() {
    scores.changed();
  }

  void decisionsChanged() {
    decisions.changed();
  }
}
