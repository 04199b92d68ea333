package io.sluice.placement.evaluation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupedClusters;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.ScoreTable;
import io.sluice.placement.Taint;
import io.sluice.placement.grouping.DecisionSlicer;
import io.sluice.placement.grouping.RecomputeGrouper;
import io.sluice.placement.grouping.StableGrouper;
import io.sluice.placement.selection.EligibleSets;
import io.sluice.placement.selection.PlacementScheduler;
import io.sluice.placement.selection.ScheduleResult;
import io.sluice.placement.selection.SchedulingFacts;
import io.sluice.placement.spec.ParsedPlacement;
import io.sluice.placement.spec.PlacementSpec;
import io.sluice.placement.spec.PlacementSpecParser;
import io.sluice.placement.write.DecisionOwner;
import io.sluice.policy.Problem;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Evaluates one Placement again and again, as its fleet changes (placement 3).
 *
 * <p>The result depends on the input alone: no clock, no server, no order of lists. What is kept
 * between evaluations only saves work: the settings are read once, and a change of a cluster that
 * has no effect is recognised. Several threads may use one object.
 */
public final class PlacementEvaluator {
  /** The reason of the Event that reports warnings (placement 7). */
  public static final String WARNING = "PlacementWarning";

  private static final List<Taint> SILENT =
      Stream.of("unavailable", "unreachable")
          .map(key -> "cluster.open-cluster-management.io/" + key)
          .map(key -> new Taint(key, "", "NoSelect", Optional.empty()))
          .toList();

  private final PlacementObject placement;
  private final ParsedPlacement parsed;
  private final PlacementScheduler scheduler;
  private volatile Optional<SchedulingFacts> last = Optional.empty();

  private PlacementEvaluator(PlacementObject placement, ParsedPlacement parsed) {
    this.placement = placement;
    this.parsed = parsed;
    this.scheduler = new PlacementScheduler(parsed.spec());
  }

  /**
   * Reads the settings of a Placement.
   *
   * @param defaultGrouping what counts where the Placement's annotation says nothing
   */
  public static PlacementEvaluator of(PlacementObject placement, GroupingMode defaultGrouping) {
    return new PlacementEvaluator(placement, PlacementSpecParser.parse(placement, defaultGrouping));
  }

  /** Returns whether another state of the Placement has the same settings. */
  public boolean serves(PlacementObject other) {
    return placement.namespace().equals(other.namespace())
        && placement.name().equals(other.name())
        && placement.labels().equals(other.labels())
        && placement.annotations().equals(other.annotations())
        && placement.spec().equals(other.spec());
  }

  /** Returns whether the result depends on scores of add-ons. */
  public boolean usesScores() {
    return parsed.spec().usesScores();
  }

  /** Returns whether the result depends on the decisions of other Placements. */
  public boolean usesOtherDecisions() {
    return parsed.spec().usesOtherDecisions();
  }

  /**
   * Returns whether the result stays the same while clusters, sets, bindings, decisions and the
   * Placement do, and also once it is published: no toleration ends, and nothing is ranked.
   */
  public boolean repeatable() {
    PlacementSpec spec = parsed.spec();
    return parsed.faults().isEmpty()
        && spec.numberOfClusters().isEmpty()
        && !spec.usesScores()
        && !spec.toleratesForATime();
  }

  /**
   * Returns a sentence for each setting that OCM's CRD drops: for commands that read files
   * (placement 2.1).
   */
  public List<String> spellings() {
    return parsed.spellings();
  }

  /**
   * Returns a warning if clusters leave the Placement as soon as their agent is silent: OCM taints
   * them, and neither taint is tolerated. It matters where a rollout uses the Placement (placement
   * 3.3).
   */
  public Optional<Problem> silenceWarning() {
    return SILENT.stream().anyMatch(this::tolerates)
        ? Optional.empty()
        : Optional.of(
            new Problem(
                WARNING,
                "Placement %s/%s".formatted(placement.namespace(), placement.name()),
                "tolerates neither %s nor %s, so a cluster that is unreachable for a moment leaves its group"
                    .formatted(SILENT.get(0).key(), SILENT.get(1).key()),
                "Tolerate both"));
  }

  private boolean tolerates(Taint taint) {
    return parsed.spec().tolerations().stream().anyMatch(each -> each.matches(taint));
  }

  /**
   * Returns whether a change of a cluster can change the result; the sets, bindings, decisions and
   * scores of the last evaluation count.
   */
  public boolean affected(ManagedCluster former, ManagedCluster present) {
    if (PlacementScope.excluded(placement).isPresent()) {
      return false;
    }
    Optional<SchedulingFacts> facts = last;
    if (facts.isEmpty()) {
      return true;
    }
    return parsed.selectionFaults().isEmpty()
        ? scheduler.affected(former, present, facts.get())
        : facts.get().sets().pools(former) != facts.get().sets().pools(present);
  }

  /**
   * Evaluates the Placement, with the settings that this object was made of.
   *
   * @throws IllegalArgumentException if the input is about another Placement, or other settings
   */
  public EvaluationResult evaluate(EvaluationInput input) {
    return trace(input).result();
  }

  PlacementSpec spec() {
    return parsed.spec();
  }

  synchronized EvaluationTrace trace(EvaluationInput input) {
    if (!serves(input.placement())) {
      throw new IllegalArgumentException(
          "Cannot evaluate placement %s/%s: its settings were read from another state. Read them again."
              .formatted(input.placement().namespace(), input.placement().name()));
    }
    EligibleSets sets =
        EligibleSets.of(input.sets(), input.bindings(), parsed.spec().clusterSets());
    DecisionOwner owner = new DecisionOwner(placement.name(), input.placement().uid());
    List<DecisionObject> own =
        owner.own(input.published()).stream().map(PublishedDecision::object).toList();
    SchedulingFacts facts = facts(input, sets, own);
    Optional<NotEvaluated> impossible = impossible(sets);
    if (impossible.isPresent()) {
      return new EvaluationTrace(impossible.get(), facts, Optional.empty());
    }
    last = Optional.of(facts.lasting());
    Optional<ScheduleResult> schedule =
        parsed.selectionFaults().isEmpty()
            ? Optional.of(scheduler.schedule(input.clusters(), facts))
            : Optional.empty();
    EvaluationBuilder builder = new EvaluationBuilder(input, sets, owner, own);
    Evaluation evaluation =
        parsed.faults().isEmpty()
            ? evaluate(input, builder, schedule.orElseThrow(), own, facts)
            : builder.kept(parsed, schedule);
    return new EvaluationTrace(evaluation, facts, schedule);
  }

  private Optional<NotEvaluated> impossible(EligibleSets sets) {
    String name = placement.namespace() + "/" + placement.name();
    return PlacementScope.excluded(placement)
        .map(why -> new NotEvaluated("Placement %s is left alone. %s".formatted(name, why), false))
        .or(
            () ->
                sets.error()
                    .map(
                        why ->
                            new NotEvaluated(
                                "Cannot evaluate placement %s: %s".formatted(name, why), true)));
  }

  private SchedulingFacts facts(
      EvaluationInput input, EligibleSets sets, List<DecisionObject> own) {
    int number = own.stream().mapToInt(object -> object.clusters().size()).sum();
    Set<String> published = new HashSet<>(2 * number);
    own.forEach(object -> published.addAll(object.clusters()));
    return new SchedulingFacts(
        sets,
        published,
        input.otherDecisions(),
        ScoreTable.of(input.scores(), input.now()),
        input.now());
  }

  private Evaluation evaluate(
      EvaluationInput input,
      EvaluationBuilder builder,
      ScheduleResult schedule,
      List<DecisionObject> own,
      SchedulingFacts facts) {
    GroupedClusters selected = GroupedClusters.of(parsed.spec().groups(), schedule.selected());
    List<DecisionGroup> groups =
        switch (parsed.spec().grouping()) {
          case STABLE -> StableGrouper.group(placement.name(), selected, own);
          case RECOMPUTE -> RecomputeGrouper.group(placement.name(), selected);
        };
    return builder.decided(
        parsed,
        schedule,
        selected,
        groups,
        DecisionSlicer.slice(groups),
        scheduler
            .tolerationEnd(input.clusters(), facts)
            .map(end -> Duration.between(input.now(), end)));
  }
}
