package io.sluice.tools.plan;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.hub.read.PlacementCache;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.tools.placement.PlacementObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Evaluates Placements as the hub's placement controller will once files are applied: their status
 * and decisions are those that it would publish.
 */
final class AppliedPlacements {
  private final PolicyObjects objects;
  private final PlacementObjects around;
  private final boolean everyCluster;
  private final GroupingMode grouping;
  private final Instant now;
  private final List<GenericKubernetesResource> placements = new ArrayList<>();
  private final List<GenericKubernetesResource> decisions;
  private final List<String> notes = new ArrayList<>();

  /**
   * Creates an evaluation.
   *
   * @param around what a Placement is evaluated from, without the Placements
   * @param everyCluster whether every set that a Placement may use counts as bound
   * @param grouping of Placements that choose none
   */
  AppliedPlacements(
      PolicyObjects objects,
      PlacementObjects around,
      boolean everyCluster,
      GroupingMode grouping,
      Instant now) {
    this.objects = objects;
    this.around = around;
    this.everyCluster = everyCluster;
    this.grouping = grouping;
    this.now = now;
    this.decisions = new ArrayList<>(objects.decisions());
  }

  /** Returns the objects with what these Placements, by name, are evaluated to. */
  PolicyObjects evaluated(List<String> names) {
    for (GenericKubernetesResource placement : objects.placements()) {
      placements.add(
          names.contains(placement.getMetadata().getName()) ? evaluate(placement) : placement);
    }
    return new PolicyObjects(
        objects.policy(),
        objects.root(),
        objects.rollout(),
        objects.bindings(),
        objects.sets(),
        placements,
        objects.rules(),
        decisions,
        objects.managedClusters(),
        objects.strategyDropped(),
        objects.suspended(),
        objects.foreignSets(),
        objects.mode(),
        objects.ledger(),
        new PlacementCache(),
        objects.calendars(),
        objects.approvals());
  }

  /** Returns what is odd about the Placements, as sentences. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  private GenericKubernetesResource evaluate(GenericKubernetesResource placement) {
    EvaluationInput input = around.input(placement, everyCluster, grouping, now);
    return PlacementEvaluator.of(PlacementObjectParser.parse(placement), grouping)
        .evaluate(input)
        .match(
            evaluation -> published(placement, evaluation),
            not -> {
              note(placement, not.reason());
              return placement;
            });
  }

  private GenericKubernetesResource published(
      GenericKubernetesResource placement, Evaluation evaluation) {
    evaluation.warnings().forEach(warning -> note(placement, warning));
    evaluation.status().misconfigured().ifPresent(message -> note(placement, message));
    decisions.removeIf(decision -> belongs(decision, placement));
    evaluation.objects().forEach(object -> decisions.add(decision(placement, object)));
    GenericKubernetesResource next = HubObjects.object(Kinds.PLACEMENT, placement.getMetadata());
    next.setAdditionalProperties(new LinkedHashMap<>(placement.getAdditionalProperties()));
    Map<String, Object> status = HubObjects.part(placement, "status");
    status.putAll(evaluation.status().toTree());
    next.setAdditionalProperty("status", status);
    return next;
  }

  private void note(GenericKubernetesResource placement, String sentence) {
    String note =
        "Placement %s/%s: %s"
            .formatted(
                placement.getMetadata().getNamespace(),
                placement.getMetadata().getName(),
                sentence);
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  private static boolean belongs(
      GenericKubernetesResource decision, GenericKubernetesResource placement) {
    return placement
        .getMetadata()
        .getName()
        .equals(HubObjects.labels(decision).get(DecisionObject.PLACEMENT));
  }

  private static GenericKubernetesResource decision(
      GenericKubernetesResource placement, DecisionObject wanted) {
    GenericKubernetesResource decision =
        HubObjects.object(
            Kinds.PLACEMENT_DECISION,
            new ObjectMetaBuilder()
                .withNamespace(placement.getMetadata().getNamespace())
                .withName(wanted.name())
                .withLabels(wanted.labels())
                .build());
    List<Map<String, Object>> clusters = new ArrayList<>();
    wanted.clusters().forEach(cluster -> clusters.add(Map.of("clusterName", cluster)));
    decision.setAdditionalProperty("status", Map.of("decisions", clusters));
    return decision;
  }

  /**
   * Returns the Placements that their controller evaluates again, by name: those that change, or
   * all of them where a cluster, set or score does.
   *
   * @param present before the files are applied
   * @param others what they are evaluated from before
   */
  List<String> affected(PolicyObjects present, PlacementObjects others) {
    boolean all = !same(around.objects(), others.objects());
    return objects.placements().stream()
        .filter(
            placement ->
                all || present.placements().stream().noneMatch(former -> former == placement))
        .map(placement -> placement.getMetadata().getName())
        .toList();
  }

  /** Returns whether that are the same objects: what a file does not change stays the same one. */
  private static boolean same(
      List<GenericKubernetesResource> one, List<GenericKubernetesResource> other) {
    return one.size() == other.size()
        && IntStream.range(0, one.size()).allMatch(i -> one.get(i) == other.get(i));
  }
}
