package io.sluice.placement.evaluation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupStatus;
import io.sluice.placement.GroupedClusters;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.grouping.DecisionSlicer;
import io.sluice.placement.grouping.KeptDecisions;
import io.sluice.placement.selection.EligibleSets;
import io.sluice.placement.selection.ScheduleResult;
import io.sluice.placement.selection.SelectionStage;
import io.sluice.placement.spec.ParsedPlacement;
import io.sluice.placement.write.DecisionOwner;
import io.sluice.policy.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Builds an evaluation: as decided, or, if settings are wrong, with the last good decisions
 * (placement 7, 8).
 */
final class EvaluationBuilder {
  private final EvaluationInput input;
  private final EligibleSets sets;
  private final DecisionOwner owner;
  private final List<DecisionObject> own;

  /**
   * @param own the Placement's own objects among the published ones
   */
  EvaluationBuilder(
      EvaluationInput input, EligibleSets sets, DecisionOwner owner, List<DecisionObject> own) {
    this.input = input;
    this.sets = sets;
    this.owner = owner;
    this.own = own;
  }

  private Set<String> pool() {
    return input.clusters().stream()
        .filter(sets::pools)
        .map(ManagedCluster::name)
        .collect(Collectors.toSet());
  }

  /**
   * Builds the evaluation of valid settings, unless another owner holds the name of an object.
   *
   * @param selected the chosen clusters
   */
  Evaluation decided(
      ParsedPlacement parsed,
      ScheduleResult schedule,
      GroupedClusters selected,
      List<DecisionGroup> groups,
      List<DecisionObject> objects,
      Optional<Duration> requeueAfter) {
    List<PublishedDecision> conflicts = owner.conflicts(input.published(), objects);
    if (!conflicts.isEmpty()) {
      return kept(parsed.withGroupingFault(conflict(conflicts.get(0))), Optional.of(schedule));
    }
    List<String> warnings = new ArrayList<>(parsed.warnings());
    warnings.addAll(EvaluationWarnings.of(schedule, selected, groups));
    return evaluation(
        parsed,
        groups,
        objects,
        selected.size(),
        schedule.at(SelectionStage.TAINT).size(),
        false,
        warnings,
        requeueAfter);
  }

  /**
   * Builds the evaluation of settings that are wrong.
   *
   * @param schedule what is chosen, if only groups or objects are at fault
   */
  Evaluation kept(ParsedPlacement parsed, Optional<ScheduleResult> schedule) {
    if (own.isEmpty()) {
      return parsed.groupingFaults().isEmpty()
          ? firstOfWrongSelection(parsed)
          : nothing(parsed, schedule.map(result -> result.selected().size()).orElse(0));
    }
    List<DecisionGroup> groups = KeptDecisions.keep(owner.placement(), own, pool());
    boolean anyCluster = groups.stream().anyMatch(group -> !group.clusters().isEmpty());
    return evaluation(
        parsed,
        groups,
        withFreeNames(DecisionSlicer.slice(groups)),
        groups.stream().mapToInt(group -> group.clusters().size()).sum(),
        0,
        anyCluster,
        parsed.warnings(),
        Optional.empty());
  }

  /** Publishes that no cluster is chosen, where nothing is published yet. */
  private Evaluation firstOfWrongSelection(ParsedPlacement parsed) {
    List<DecisionGroup> groups =
        List.of(new DecisionGroup(new GroupKey(owner.placement(), "", 0), List.of()));
    List<DecisionObject> objects = DecisionSlicer.slice(groups);
    List<PublishedDecision> conflicts = owner.conflicts(input.published(), objects);
    return conflicts.isEmpty()
        ? evaluation(parsed, groups, objects, 0, 0, false, parsed.warnings(), Optional.empty())
        : nothing(parsed.withGroupingFault(conflict(conflicts.get(0))), 0);
  }

  /** Publishes no object, so that consumers wait. */
  private Evaluation nothing(ParsedPlacement parsed, int selected) {
    return evaluation(
        parsed, List.of(), List.of(), selected, 0, false, parsed.warnings(), Optional.empty());
  }

  private Problem conflict(PublishedDecision object) {
    return new Problem(
        PlacementCondition.MISCONFIGURED,
        "metadata.name",
        "needs PlacementDecision %s, which belongs to another owner".formatted(object.name()),
        "Delete that object, or create the Placement under another name");
  }

  /** Gives kept objects other numbers where another owner holds a name. */
  private List<DecisionObject> withFreeNames(List<DecisionObject> objects) {
    List<DecisionObject> renamed = new ArrayList<>();
    int number = 0;
    for (DecisionObject object : objects) {
      DecisionObject candidate;
      do {
        number++;
        candidate =
            new DecisionObject(
                DecisionObject.name(owner.placement(), number), object.labels(), object.clusters());
      } while (!owner.conflicts(input.published(), List.of(candidate)).isEmpty());
      renamed.add(candidate);
    }
    return renamed;
  }

  private Evaluation evaluation(
      ParsedPlacement parsed,
      List<DecisionGroup> groups,
      List<DecisionObject> objects,
      int selected,
      int tainted,
      boolean kept,
      List<String> warnings,
      Optional<Duration> requeueAfter) {
    PlacementConditions conditions =
        new PlacementConditions(input.placement(), parsed, input.now());
    Optional<MissingClusters> missing =
        conditions.missing(
            sets, input.clusters().stream().anyMatch(sets::pools), selected, tainted);
    List<String> all = new ArrayList<>(warnings);
    all.addAll(EvaluationWarnings.foreign(owner.foreign(input.published())));
    return new Evaluation(
        groups,
        objects,
        new PlacementStatus(
            selected,
            groups.stream().map(group -> status(group, objects)).toList(),
            conditions.of(missing, selected, kept),
            conditions.present()),
        missing,
        all,
        requeueAfter);
  }

  private static GroupStatus status(DecisionGroup group, List<DecisionObject> objects) {
    return new GroupStatus(
        group.key(),
        objects.stream()
            .filter(object -> object.groupIndex().orElse(0) == group.key().index())
            .map(DecisionObject::name)
            .toList(),
        group.clusters().size());
  }
}
