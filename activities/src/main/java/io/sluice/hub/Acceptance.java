package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import io.sluice.plan.Mode;
import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.DeclaredGroups;
import io.sluice.plan.strategy.PendingClusters;
import io.sluice.plan.strategy.Problem;
import io.sluice.plan.strategy.Refusal;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyReader;
import io.sluice.plan.strategy.StrategyReading;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.Admission;
import io.sluice.policy.HubTemplates;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides whether a staged policy may be rolled out with its settings: never a silent default
 * (rollout-strategy 1.6, policy-propagation 3 and 10).
 *
 * @param strategy the strategy with its defaults filled in; absent when refused
 * @param mode what clusters run until their turn
 * @param ignored selects the clusters whose status is ignored
 * @param warnings what is legal but not what it seems
 * @param refusal why nobody may start
 */
public record Acceptance(
    Optional<Strategy> strategy,
    Mode mode,
    Optional<LabelSelector> ignored,
    List<String> warnings,
    Optional<Refused> refusal) {
  /** The reason of the condition Accepted when all is well. */
  public static final String VALID = "Valid";

  /** How the message of every refusal begins (rollout-strategy 1.6). */
  static final String REFUSED = "Cannot roll out policy ";

  public Acceptance {
    requireNonNull(strategy, "strategy is null");
    requireNonNull(ignored, "ignored is null");
    warnings = List.copyOf(warnings);
    requireNonNull(refusal, "refusal is null");
  }

  /** The reason of the condition Accepted, and its message. */
  public record Refused(String reason, String message) {}

  /** Judges the settings of a staged policy by the placements that are bound to it. */
  static Acceptance of(
      RootPolicy root,
      EffectiveStrategy effective,
      IntentReading intent,
      List<PlacementReading> placements) {
    DeclaredGroups declared = declared(placements);
    StrategyReading reading =
        StrategyReader.strict(effective.tree().orElse(null), effective.path(), declared);
    List<Problem> problems = new ArrayList<>(effective.problems());
    problems.addAll(intent.problems());
    problems.addAll(reading.match(accepted -> List.of(), refused -> refused.problems()));
    Optional<Refused> refusal = refusal(root, problems);
    if (refusal.isPresent()) {
      return refused(refusal);
    }
    return reading.match(
        accepted ->
            new Acceptance(
                Optional.of(limited(accepted.strategy(), placements)),
                mode(accepted),
                accepted.ignored(),
                accepted.warnings(),
                Optional.empty()),
        refused -> {
          throw new IllegalStateException("problems of a strategy were lost");
        });
  }

  /** Refuses a policy whose settings cannot even be read. */
  static Acceptance refused(RootPolicy root, Problem problem) {
    return refused(refusal(root, List.of(problem)));
  }

  private static Acceptance refused(Optional<Refused> refusal) {
    return new Acceptance(
        Optional.empty(), Mode.KEEP_PREVIOUS, Optional.empty(), List.of(), refusal);
  }

  /** While a placement still publishes its decisions, nobody knows which groups there are. */
  private static DeclaredGroups declared(List<PlacementReading> placements) {
    if (!placements.stream().allMatch(PlacementReading::coherent)) {
      return new DeclaredGroups(Optional.empty(), placements.size());
    }
    return DeclaredGroups.of(
        placements.stream().flatMap(placement -> placement.declared().stream()).toList(),
        placements.size());
  }

  private static Mode mode(StrategyReading.Accepted accepted) {
    return accepted.pendingClusters().filter(word -> word == PendingClusters.INFORM).isPresent()
        ? Mode.INFORM
        : Mode.KEEP_PREVIOUS;
  }

  private static Optional<Refused> refusal(RootPolicy root, List<Problem> problems) {
    PolicyName name = root.name();
    if (!problems.isEmpty()) {
      Refusal refusal = Refusal.of(problems);
      return Optional.of(
          new Refused(refusal.reason().word(), refusal.message(name.namespace(), name.name())));
    }
    List<io.sluice.policy.Problem> content =
        io.sluice.policy.Problem.sorted(
            Stream.concat(
                    HubTemplates.unsupported(root.snapshot()).stream(),
                    Admission.ofPolicy(name, root.snapshot(), Admission.Operation.CREATE).stream())
                .toList());
    if (!content.isEmpty()) {
      return Optional.of(
          new Refused(
              content.get(0).reason(), io.sluice.policy.Problem.message(REFUSED + name, content)));
    }
    return Revisions.tooLarge(root)
        .map(message -> new Refused(Revisions.POLICY_TOO_LARGE, message));
  }

  /**
   * Progressive without a limit: the smallest size of a group that a placement sets, else one
   * cluster at a time (rollout-strategy 1.5).
   */
  private static Strategy limited(Strategy strategy, List<PlacementReading> placements) {
    if (strategy.type() != StrategyType.PROGRESSIVE || strategy.maxConcurrency().isPresent()) {
      return strategy;
    }
    long limit =
        placements.stream()
            .flatMap(placement -> placement.clustersPerGroup().stream())
            .mapToLong(Long::longValue)
            .min()
            .orElse(1);
    return strategy.withMaxConcurrency(Amount.count(limit));
  }
}
