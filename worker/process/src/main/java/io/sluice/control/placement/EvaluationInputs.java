package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.HubCaches;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.AddOnScoreParser;
import io.sluice.hub.placement.ManagedClusterParser;
import io.sluice.hub.placement.ManagedClusterSetParser;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.AddOnScore;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.placement.evaluation.EvaluationResult;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    this.clusters = new ParsedObjects<>(caches, Kinds.MANAGED_CLUSTER, ManagedClusterParser::parse);
    this.sets =
        new ParsedObjects<>(caches, Kinds.MANAGED_CLUSTER_SET, ManagedClusterSetParser::parse);
    this.scores =
        new ParsedObjects<>(caches, Kinds.ADD_ON_PLACEMENT_SCORE, AddOnScoreParser::parse);
    this.decisions =
        new ParsedObjects<>(caches, Kinds.PLACEMENT_DECISION, PublishedDecisionParser::parse);
  }

  /** Returns the clusters, and what decides which of them a namespace may use. */
  private FleetInput fleet(String namespace) {
    return new FleetInput(
        clusters.all(),
        sets.all(),
        caches.in(Kinds.MANAGED_CLUSTER_SET_BINDING, namespace).stream()
            .map(binding -> binding.getMetadata().getName())
            .sorted()
            .toList());
  }

  /** Returns a Placement as it is cached. */
  Optional<GenericKubernetesResource> cached(PlacementKey placement) {
    return caches.find(Kinds.PLACEMENT, placement.toString());
  }

  /** Returns a Placement and its decisions, which may have been read later, with the fleet. */
  PlacementInput read(
      GenericKubernetesResource object, List<PublishedDecision> published, Evaluators evaluators) {
    PlacementObject placement = PlacementObjectParser.parse(object);
    return new PlacementInput(
        object, placement, published, evaluators.of(placement), fleet(placement.namespace()));
  }

  EvaluationResult evaluate(PlacementInput of) {
    PlacementEvaluator evaluator = of.evaluator();
    return evaluator.evaluate(
        new EvaluationInput(
            of.placement(),
            of.fleet().clusters().objects(),
            of.fleet().sets().objects(),
            of.fleet().bindings(),
            evaluator.usesScores()
                ? scores.all().objects().stream().flatMap(List::stream).toList()
                : List.of(),
            evaluator.usesOtherDecisions() ? others(of.placement()) : Map.of(),
            of.published(),
            grouping,
            clock.instant()));
  }

  private Map<String, Integer> others(PlacementObject placement) {
    return counts.others(
        decisions.all().objects(),
        published(new PlacementKey(placement.namespace(), placement.name())));
  }

  /** Returns the PlacementDecisions that carry the Placement's label or such a name. */
  List<PublishedDecision> published(PlacementKey placement) {
    return caches.decisions(placement.toString()).stream()
        .filter(placement::mayOwn)
        .map(decisions::of)
        .toList();
  }

  ManagedCluster cluster(GenericKubernetesResource object) {
    return clusters.of(object);
  }

  /** Has everything be read anew from the caches, whatever changes were noted. */
  void readAnew() {
    clusters.listAnew();
    sets.listAnew();
    scores.listAnew();
    decisions.listAnew();
  }

  void clusterChanged(GenericKubernetesResource cluster) {
    clusters.changed(cluster);
  }

  void setChanged(GenericKubernetesResource set) {
    sets.changed(set);
  }

  void scoreChanged(GenericKubernetesResource score) {
    scores.changed(score);
  }

  void decisionChanged(GenericKubernetesResource decision) {
    decisions.changed(decision);
  }
}
