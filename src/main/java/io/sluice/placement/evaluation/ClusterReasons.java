package io.sluice.placement.evaluation;

import static java.util.stream.Collectors.joining;

import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.Taint;
import io.sluice.placement.selection.ClusterRanking;
import io.sluice.placement.selection.EligibleSets;
import io.sluice.placement.selection.ScheduleResult;
import io.sluice.placement.selection.ScheduledCluster;
import io.sluice.placement.selection.SchedulingFacts;
import io.sluice.placement.spec.PlacementSpec;
import io.sluice.placement.spec.Toleration;
import java.util.List;
import java.util.stream.IntStream;

/** Formats why a cluster is chosen or not, from the choice that was made. */
final class ClusterReasons {
  private final EvaluationInput input;
  private final PlacementSpec spec;
  private final SchedulingFacts facts;

  ClusterReasons(EvaluationInput input, PlacementSpec spec, SchedulingFacts facts) {
    this.input = input;
    this.spec = spec;
    this.facts = facts;
  }

  String of(ScheduledCluster each, ScheduleResult schedule) {
    return switch (each.stage()) {
      case NOT_IN_POOL -> outside(each.cluster());
      case DELETING -> "It is being deleted.";
      case PREDICATE -> mismatches(each.cluster());
      case TAINT -> taint(each.taints().blocking().orElseThrow());
      case CUT -> rank(each.cluster(), schedule) + lastTaken(schedule);
      case SELECTED -> selected(each, schedule);
      case UNDECIDED ->
          throw new IllegalStateException("the choice ended nowhere for " + each.cluster().name());
    };
  }

  /** Returns why a cluster is not in the pool. */
  String outside(ManagedCluster cluster) {
    if (facts.sets().bound().isEmpty()) {
      return "No ManagedClusterSet that exists is bound to namespace %s."
          .formatted(input.placement().namespace());
    }
    List<String> others =
        input.sets().stream()
            .filter(set -> isIn(cluster, set))
            .map(ManagedClusterSet::name)
            .sorted()
            .toList();
    if (others.isEmpty()) {
      return "It is in no ManagedClusterSet that the Placement may use (%s).".formatted(setNames());
    }
    return facts.sets().bound().stream().anyMatch(others::contains)
        ? "It is in ManagedClusterSet %s, which spec.clusterSets leaves out."
            .formatted(String.join(", ", others))
        : "It is in ManagedClusterSet %s, which is not bound to namespace %s."
            .formatted(String.join(", ", others), input.placement().namespace());
  }

  private static boolean isIn(ManagedCluster cluster, ManagedClusterSet set) {
    EligibleSets alone = EligibleSets.of(List.of(set), List.of(set.name()), List.of());
    return alone.error().isEmpty() && alone.setOf(cluster).isPresent();
  }

  private String setNames() {
    return facts.sets().sets().isEmpty()
        ? "none of spec.clusterSets is bound"
        : facts.sets().sets().stream().map(ManagedClusterSet::name).collect(joining(", "));
  }

  private String mismatches(ManagedCluster cluster) {
    return IntStream.range(0, spec.predicates().size())
        .mapToObj(
            i ->
                "predicates[%d] %s"
                    .formatted(
                        i,
                        PredicateMismatch.describe(
                            spec.predicates().get(i), cluster, facts.scores())))
        .collect(joining("; ", "", "."));
  }

  private String taint(Taint taint) {
    return IntStream.range(0, spec.tolerations().size())
        .filter(i -> spec.tolerations().get(i).matches(taint))
        .mapToObj(i -> ended(i, spec.tolerations().get(i), taint))
        .findFirst()
        .orElseGet(() -> "No toleration matches its taint %s.".formatted(text(taint)));
  }

  private static String ended(int index, Toleration toleration, Taint taint) {
    return "tolerations[%d] matches its taint %s, but %s."
        .formatted(
            index,
            text(taint),
            toleration
                .end(taint)
                .map(end -> "ended at " + end)
                .orElse("is limited, and the taint does not have the time when it was added"));
  }

  private static String text(Taint taint) {
    return "%s%s:%s"
        .formatted(taint.key(), taint.value().isEmpty() ? "" : "=" + taint.value(), taint.effect());
  }

  private String selected(ScheduledCluster each, ScheduleResult schedule) {
    StringBuilder reason =
        new StringBuilder("It is in ManagedClusterSet ")
            .append(facts.sets().setOf(each.cluster()).orElseThrow())
            .append(
                spec.predicates().isEmpty()
                    ? ", and there are no predicates."
                    : " and matches predicates[%d].".formatted(each.predicate()));
    each.taints()
        .until()
        .ifPresent(
            end -> reason.append(" Its taints are tolerated until ").append(end).append('.'));
    if (spec.numberOfClusters().isPresent()) {
      reason.append(' ').append(rank(each.cluster(), schedule)).append('.');
    }
    int entry = spec.groups().entryOf(each.cluster());
    if (entry < spec.groups().entries().size()) {
      reason.append(
          " decisionGroups[%d] (%s) takes it.".formatted(entry, spec.groups().nameOf(entry)));
    }
    return reason.toString();
  }

  /** {@code It is number 3 of 7 with score 118 = Steady 1 x 100 + Balance 1 x 18}. */
  private static String rank(ManagedCluster cluster, ScheduleResult schedule) {
    ClusterRanking ranking = schedule.ranking();
    String parts =
        ranking.parts(cluster).entrySet().stream()
            .map(
                part ->
                    "%s %d x %d"
                        .formatted(
                            part.getKey().label(), ranking.weight(part.getKey()), part.getValue()))
            .collect(joining(" + "));
    return "It is number %d of %d with score %d%s"
        .formatted(
            schedule.candidates().indexOf(cluster) + 1,
            schedule.candidates().size(),
            ranking.score(cluster),
            parts.isEmpty() ? "" : " = " + parts);
  }

  private String lastTaken(ScheduleResult schedule) {
    int taken = spec.numberOfClusters().orElse(0);
    return taken == 0
        ? ", and numberOfClusters is 0."
        : ", and numberOfClusters takes %d, the last of them %s with score %d."
            .formatted(
                taken,
                schedule.candidates().get(taken - 1).name(),
                schedule.ranking().score(schedule.candidates().get(taken - 1)));
  }
}
