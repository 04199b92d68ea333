package io.sluice.placement.evaluation;

import static io.sluice.placement.evaluation.PlacementCondition.DECISIONS_KEPT;
import static io.sluice.placement.evaluation.PlacementCondition.MISCONFIGURED;
import static io.sluice.placement.evaluation.PlacementCondition.SATISFIED;
import static io.sluice.placement.evaluation.SatisfiedReason.ALL_SCHEDULED;
import static io.sluice.placement.evaluation.SatisfiedReason.NONE_MATCHED;
import static io.sluice.placement.evaluation.SatisfiedReason.NOT_ALL_SCHEDULED;
import static io.sluice.placement.evaluation.SatisfiedReason.NO_BINDINGS;
import static io.sluice.placement.evaluation.SatisfiedReason.NO_INTERSECTION;
import static io.sluice.placement.evaluation.SatisfiedReason.SETS_EMPTY;

import io.sluice.placement.PlacementObject;
import io.sluice.placement.selection.EligibleSets;
import io.sluice.placement.spec.ParsedPlacement;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Problem;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Computes the conditions of a Placement (placement 7). */
final class PlacementConditions {
  private final PlacementObject placement;
  private final ParsedPlacement parsed;
  private final Instant now;
  private final List<Map<String, Object>> present;

  PlacementConditions(PlacementObject placement, ParsedPlacement parsed, Instant now) {
    this.placement = placement;
    this.parsed = parsed;
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
    this.present = JsonTree.maps(placement.status(), "conditions");
  }

  /** Returns the conditions of the Placement as the hub has them. */
  List<Map<String, Object>> present() {
    return present;
  }

  /**
   * Computes the evaluation's own conditions.
   *
   * @param missing as from {@link #missing}
   * @param selected how many clusters are chosen; of no account where any is missing
   * @param kept whether decisions stay that a present evaluation would not make
   */
  List<PlacementCondition> of(Optional<MissingClusters> missing, int selected, boolean kept) {
    List<PlacementCondition> conditions = new ArrayList<>();
    conditions.add(satisfied(missing, selected));
    conditions.add(misconfigured());
    if (kept) {
      conditions.add(
          condition(
              DECISIONS_KEPT,
              true,
              "LastGoodDecisions",
              "The clusters that were chosen before stay chosen, in their groups, until the Placement is corrected."));
    }
    return conditions;
  }

  private PlacementCondition misconfigured() {
    List<Problem> faults = parsed.faults();
    return faults.isEmpty()
        ? condition(MISCONFIGURED, false, "Succeedconfigured", "The settings are valid.")
        : condition(
            MISCONFIGURED,
            true,
            "Misconfigured",
            Problem.message("Cannot evaluate placement " + name(), faults));
  }

  private PlacementCondition satisfied(Optional<MissingClusters> missing, int selected) {
    return missing
        .map(found -> condition(SATISFIED, false, found.reason(), message(found)))
        .orElseGet(
            () ->
                condition(
                    SATISFIED,
                    true,
                    ALL_SCHEDULED.label(),
                    "Clusters are chosen: %d.".formatted(selected)));
  }

  private String message(MissingClusters missing) {
    return "Cannot choose all clusters of placement %s: %s".formatted(name(), missing.sentences());
  }

  /**
   * Finds why clusters are missing; empty where all are chosen.
   *
   * @param pooled whether there is a cluster that the namespace may use
   * @param selected how many clusters are chosen; of no account where settings are wrong
   * @param tainted how many clusters only their taints keep out
   */
  Optional<MissingClusters> missing(EligibleSets sets, boolean pooled, int selected, int tainted) {
    SatisfiedReason reason = reason(sets, pooled, selected);
    return reason == ALL_SCHEDULED
        ? Optional.empty()
        : Optional.of(missing(reason, sets, selected, tainted));
  }

  private SatisfiedReason reason(EligibleSets sets, boolean pooled, int selected) {
    if (sets.bound().isEmpty()) {
      return NO_BINDINGS;
    }
    if (sets.sets().isEmpty()) {
      return NO_INTERSECTION;
    }
    if (!pooled) {
      return SETS_EMPTY;
    }
    if (!parsed.groupingFaults().isEmpty()) {
      return NOT_ALL_SCHEDULED;
    }
    if (!parsed.selectionFaults().isEmpty() || selected == 0) {
      return NONE_MATCHED;
    }
    OptionalInt wanted = parsed.spec().numberOfClusters();
    return wanted.isEmpty() || selected >= wanted.getAsInt() ? ALL_SCHEDULED : NOT_ALL_SCHEDULED;
  }

  private MissingClusters missing(
      SatisfiedReason reason, EligibleSets sets, int selected, int tainted) {
    boolean misconfigured = !parsed.faults().isEmpty();
    return switch (reason) {
      case ALL_SCHEDULED -> throw new IllegalStateException("no cluster is missing");
      case NO_BINDINGS ->
          cannot(
              reason,
              "no ManagedClusterSet that exists is bound to its namespace",
              "Create a ManagedClusterSetBinding");
      case NO_INTERSECTION ->
          cannot(
              reason,
              "none of spec.clusterSets is bound to its namespace; bound are "
                  + String.join(", ", sets.bound()),
              "Bind one of them, or remove spec.clusterSets");
      case SETS_EMPTY ->
          cannot(
              reason,
              "its cluster sets have no clusters",
              "Add clusters to the sets, or bind others");
      case NONE_MATCHED ->
          misconfigured
              ? cannot(reason, "its settings are wrong", "See " + MISCONFIGURED)
              : noneMatched(tainted);
      case NOT_ALL_SCHEDULED ->
          misconfigured
              ? cannot(reason, "its settings are wrong", "See " + MISCONFIGURED)
              : cannot(
                  reason,
                  "numberOfClusters is %d, and %d were found"
                      .formatted(parsed.spec().numberOfClusters().orElse(0), selected),
                  "Add clusters, or ask for fewer");
    };
  }

  private static MissingClusters noneMatched(int tainted) {
    return tainted > 0
        ? cannot(
            NONE_MATCHED,
            "of the clusters that match, taints that are not tolerated keep out all %d"
                .formatted(tainted),
            "Add tolerations to the Placement, or take the taints off")
        : cannot(
            NONE_MATCHED,
            "no cluster matches, is tolerated and is taken by numberOfClusters",
            "Compare its predicates and tolerations with the clusters");
  }

  private static MissingClusters cannot(SatisfiedReason reason, String why, String remedy) {
    return new MissingClusters(reason.label(), why, remedy);
  }

  private String name() {
    return placement.namespace() + "/" + placement.name();
  }

  /** Builds a condition, whose instant stays while its status does. */
  private PlacementCondition condition(String type, boolean holds, String reason, String message) {
    PlacementCondition fresh =
        new PlacementCondition(type, holds, reason, message, placement.generation(), now);
    return present.stream()
        .filter(each -> type.equals(each.get("type")))
        .filter(each -> fresh.status().equals(each.get("status")))
        .findFirst()
        .flatMap(each -> JsonTree.instant(each, "lastTransitionTime"))
        .map(since -> fresh.since(since))
        .orElse(fresh);
  }
}
