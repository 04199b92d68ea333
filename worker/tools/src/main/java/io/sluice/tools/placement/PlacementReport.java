package io.sluice.tools.placement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.evaluation.ClusterExplanation;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.placement.evaluation.EvaluationResult;
import io.sluice.placement.evaluation.NotEvaluated;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.placement.evaluation.PlacementExplainer;
import io.sluice.placement.selection.SelectionStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds what a Placement evaluates to, and why, for the printers.
 *
 * @param published the groups that the hub or the files show
 * @param notes sentences about what was read, such as spellings that a hub drops
 */
public record PlacementReport(
    EvaluationInput input,
    EvaluationResult result,
    List<ClusterExplanation> clusters,
    List<DecisionGroup> published,
    List<String> notes) {
  public PlacementReport {
    clusters = List.copyOf(clusters);
    published = List.copyOf(published);
    notes = List.copyOf(notes);
  }

  public static PlacementReport of(EvaluationInput input, List<String> notes) {
    return new PlacementReport(
        input,
        PlacementEvaluator.of(input.placement(), input.defaultGrouping()).evaluate(input),
        PlacementExplainer.explain(input),
        PublishedGroupReader.read(input),
        notes);
  }

  String placement() {
    return input.placement().namespace() + "/" + input.placement().name();
  }

  Optional<Evaluation> evaluation() {
    return result.match(Optional::of, any -> Optional.empty());
  }

  /** Returns why nothing is written for the Placement. */
  Optional<String> notEvaluated() {
    return result.match(
        any -> Optional.empty(), none -> Optional.of(none).map(NotEvaluated::reason));
  }

  /** Returns the groups; those that are published where nothing is written. */
  public List<DecisionGroup> groups() {
    return evaluation().map(Evaluation::groups).orElse(published);
  }

  Optional<ClusterExplanation> cluster(String name) {
    return clusters.stream().filter(each -> each.cluster().equals(name)).findFirst();
  }

  /** Returns the clusters that are not chosen, by the stage that kept them out. */
  Map<SelectionStage, List<String>> notSelected() {
    return clusters.stream()
        .filter(each -> each.stage() != SelectionStage.SELECTED)
        .collect(
            groupingBy(
                ClusterExplanation::stage,
                TreeMap::new,
                mapping(ClusterExplanation::cluster, toList())));
  }

  /** Returns how many clusters the namespace may use (placement 3.1). */
  int pool() {
    Map<SelectionStage, List<String>> out = notSelected();
    return clusters.size()
        - out.getOrDefault(SelectionStage.NOT_IN_POOL, List.of()).size()
        - out.getOrDefault(SelectionStage.DELETING, List.of()).size();
  }

  /** Returns what the evaluation would change on the hub. */
  GroupChanges changes() {
    return GroupChanges.between(published, groups());
  }
}
