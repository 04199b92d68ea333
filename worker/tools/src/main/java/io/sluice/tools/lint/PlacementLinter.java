package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.placement.spec.ParsedPlacement;
import io.sluice.placement.spec.PlacementSpecParser;
import io.sluice.policy.Problem;
import io.sluice.rollout.Wording;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestObjects;
import io.sluice.tools.placement.PlacementObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds what is wrong with the settings of Placements, and, where clusters are known, Placements
 * that choose none and groups that are empty or overlap (placement 7, 8).
 */
final class PlacementLinter {
  private static final GroupingMode GROUPING = GroupingMode.STABLE;

  private final Optional<PlacementObjects> fleet;
  private final Predicate<Manifest> stages;
  private final Instant now;

  /**
   * Creates it.
   *
   * @param fleet clusters, sets and their bindings; empty where they are not known
   * @param stages whether a rollout uses a Placement
   */
  PlacementLinter(Optional<PlacementObjects> fleet, Predicate<Manifest> stages, Instant now) {
    this.stages = requireNonNull(stages, "stages is null");
    this.fleet = requireNonNull(fleet, "fleet is null");
    this.now = requireNonNull(now, "now is null");
  }

  /** Returns the problems of a Placement; of another object that is so called there are none. */
  List<LintProblem> problems(Manifest manifest, String namespace) {
    return ManifestObjects.object(manifest, List.of(Kinds.PLACEMENT), namespace)
        .map(object -> problems(object, manifest, namespace))
        .orElse(List.of());
  }

  private List<LintProblem> problems(
      GenericKubernetesResource object, Manifest manifest, String namespace) {
    PlacementObject placement = PlacementObjectParser.parse(object);
    ParsedPlacement parsed = PlacementSpecParser.parse(placement, GROUPING);
    List<LintProblem> problems = new ArrayList<>();
    for (Problem fault : parsed.faults()) {
      problems.add(LintProblem.error(manifest, namespace, fault));
    }
    List<String> warnings = new ArrayList<>();
    if (manifest.line() > 0) {
      warnings.addAll(parsed.spellings());
    }
    Optional<Evaluation> evaluation =
        fleet
            .filter(known -> parsed.faults().isEmpty())
            .flatMap(known -> evaluate(known, object, manifest.line() > 0 && known.withoutSets()));
    // What an evaluation warns of holds what its settings do.
    warnings.addAll(
        evaluation
            .filter(PlacementLinter::any)
            .map(Evaluation::warnings)
            .orElse(parsed.warnings()));
    if (stages.test(manifest)) {
      PlacementEvaluator.of(placement, GROUPING)
          .silenceWarning()
          .map(PlacementLinter::nameless)
          .ifPresent(warnings::add);
    }
    warnings.forEach(
        warning ->
            problems.add(
                LintProblem.warning(manifest, namespace, PlacementEvaluator.WARNING, warning)));
    evaluation
        .flatMap(Evaluation::missing)
        .ifPresent(
            found ->
                problems.add(
                    LintProblem.warning(
                        manifest, namespace, found.reason(), Wording.capital(found.sentences()))));
    return problems;
  }

  /** Where no cluster is chosen every group is empty: that is said once. */
  private static boolean any(Evaluation evaluation) {
    return evaluation.status().numberOfSelectedClusters() > 0;
  }

  /** Files that say nothing about sets are read as if every set were bound. */
  private Optional<Evaluation> evaluate(
      PlacementObjects known, GenericKubernetesResource object, boolean everyCluster) {
    EvaluationInput input = known.input(object, everyCluster, GROUPING, now);
    return PlacementEvaluator.of(input.placement(), GROUPING)
        .evaluate(input)
        .match(Optional::of, none -> Optional.empty());
  }

  /** Lint names the Placement before each of its messages. */
  private static String nameless(Problem warning) {
    return "%s. %s.".formatted(Wording.capital(warning.wrong()), warning.remedy());
  }
}
