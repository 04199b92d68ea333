package io.sluice.placement.evaluation;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.selection.ScheduleResult;
import io.sluice.placement.selection.SelectionStage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Explains why clusters are chosen by a Placement or not, in which group, and by what.
 *
 * <p>The explanation is read from an evaluation: nothing is decided a second time.
 */
public final class PlacementExplainer {
  private final EvaluationInput input;
  private final EvaluationTrace trace;
  private final ClusterReasons reasons;
  private final Map<String, GroupKey> groups = new HashMap<>();

  private PlacementExplainer(
      EvaluationInput input, PlacementEvaluator evaluator, EvaluationTrace trace) {
    this.input = input;
    this.trace = trace;
    this.reasons = new ClusterReasons(input, evaluator.spec(), trace.facts());
  }

  /** Evaluates a Placement and explains it for every cluster of the hub, by name. */
  public static List<ClusterExplanation> explain(EvaluationInput input) {
    PlacementEvaluator evaluator =
        PlacementEvaluator.of(input.placement(), input.defaultGrouping());
    EvaluationTrace trace = evaluator.trace(input);
    PlacementExplainer explainer = new PlacementExplainer(input, evaluator, trace);
    return trace.result().match(explainer::explain, none -> explainer.undecided(none.reason()));
  }

  private List<ClusterExplanation> explain(Evaluation evaluation) {
    for (DecisionGroup group : evaluation.groups()) {
      group.clusters().forEach(cluster -> groups.put(cluster, group.key()));
    }
    return evaluation.status().misconfigured().isEmpty()
        ? decided(trace.schedule().orElseThrow())
        : kept(evaluation.status().misconfigured().get());
  }

  private List<ClusterExplanation> decided(ScheduleResult schedule) {
    return schedule.clusters().stream()
        .map(
            each ->
                new ClusterExplanation(
                    each.cluster().name(),
                    each.stage(),
                    reasons.of(each, schedule),
                    each.stage() == SelectionStage.CUT || each.stage() == SelectionStage.SELECTED
                        ? OptionalLong.of(schedule.ranking().score(each.cluster()))
                        : OptionalLong.empty(),
                    Optional.ofNullable(groups.get(each.cluster().name()))))
        .toList();
  }

  /** Explains a Placement whose settings are wrong, so that the last good decisions stay. */
  private List<ClusterExplanation> kept(String fault) {
    return byName()
        .map(
            cluster -> {
              if (groups.containsKey(cluster.name())) {
                return ended(
                    cluster, SelectionStage.SELECTED, "It stays chosen as it was. " + fault);
              }
              if (trace.facts().sets().setOf(cluster).isEmpty()) {
                return ended(cluster, SelectionStage.NOT_IN_POOL, reasons.outside(cluster));
              }
              return cluster.deleting()
                  ? ended(cluster, SelectionStage.DELETING, "It is being deleted.")
                  : ended(cluster, SelectionStage.UNDECIDED, "No cluster is chosen anew. " + fault);
            })
        .toList();
  }

  private List<ClusterExplanation> undecided(String why) {
    return byName().map(cluster -> ended(cluster, SelectionStage.UNDECIDED, why)).toList();
  }

  private Stream<ManagedCluster> byName() {
    return input.clusters().stream()
        .sorted(Comparator.comparing(ManagedCluster::name, ByteOrder.NAMES));
  }

  private ClusterExplanation ended(ManagedCluster cluster, SelectionStage stage, String reason) {
    return new ClusterExplanation(
        cluster.name(),
        stage,
        reason,
        OptionalLong.empty(),
        Optional.ofNullable(groups.get(cluster.name())));
  }
}
