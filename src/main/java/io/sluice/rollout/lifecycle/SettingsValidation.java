package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.ParsedStrategy.Warning;
import io.sluice.rollout.strategy.PendingClusters;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyReader;
import io.sluice.rollout.strategy.StrategyType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Accepts or refuses the settings of a staged policy; an invalid one is never replaced by a default
 * (rollout-strategy 1.6).
 *
 * @param strategy the strategy with its defaults; empty when refused
 * @param mode what a cluster runs until it is started
 * @param informPolicy whether the policy only informs: standalone it goes to all clusters at once,
 *     with any strategy (rollout-strategy 3.8)
 * @param ignored selects the clusters whose status is ignored
 * @param warnings settings that are valid, but probably not meant
 * @param refusal why no cluster may start
 */
public record SettingsValidation(
    Optional<Strategy> strategy,
    PendingMode mode,
    boolean informPolicy,
    Optional<LabelSelector> ignored,
    List<Warning> warnings,
    Optional<Refusal> refusal) {
  public SettingsValidation {
    requireNonNull(strategy, "strategy is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(ignored, "ignored is null");
    warnings = List.copyOf(warnings);
    requireNonNull(refusal, "refusal is null");
  }

  /** Whether all clusters start at once. */
  public boolean atOnce() {
    return informPolicy || strategy.filter(known -> known.type() == StrategyType.ALL).isPresent();
  }

  /** Returns a sentence for each setting that is valid but has no effect. */
  public List<String> oddSettings() {
    return warnings.stream().filter(Warning::odd).map(Warning::note).toList();
  }

  /** Validates the settings of a staged policy. */
  public static SettingsValidation of(StagingSettings settings) {
    ParsedStrategy reading =
        StrategyReader.strict(
            settings.strategy().tree().orElse(null),
            settings.strategy().path(),
            settings.declared());
    List<Problem> problems = SettingsProblems.in(settings, reading);
    if (!problems.isEmpty()) {
      return refused(settings.policy(), settings.way(), problems);
    }
    return reading.match(
        accepted -> accepted(settings, accepted),
        refused -> {
          throw new IllegalStateException("problems of a strategy were lost");
        });
  }

  /** Refuses a policy whose strategy the Policy CRD of the hub drops (StrategyFieldMissing). */
  public static SettingsValidation strategyDropped(PolicyName policy) {
    return refused(policy, StagingWay.STANDALONE, List.of(EffectiveStrategy.fieldMissing()));
  }

  /** Refuses a policy that was changed while the CRD dropped its strategy. */
  public static SettingsValidation strategyLost(PolicyName policy) {
    return refused(
        policy,
        StagingWay.STANDALONE,
        List.of(EffectiveStrategy.strategyLost(policy.rolloutName())));
  }

  /** The same settings, but no cluster may start for now. */
  public SettingsValidation suspended(PolicyName policy, Problem problem) {
    return new SettingsValidation(
        strategy,
        mode,
        informPolicy,
        ignored,
        warnings,
        Optional.of(Refusal.of(policy, List.of(problem))));
  }

  /** The same settings, with more sentences about what has no effect. */
  public SettingsValidation noting(List<String> odd) {
    return odd.isEmpty()
        ? this
        : new SettingsValidation(
            strategy,
            mode,
            informPolicy,
            ignored,
            Stream.concat(warnings.stream(), odd.stream().map(Warning::oddSetting)).toList(),
            refusal);
  }

  private static SettingsValidation refused(
      PolicyName policy, StagingWay way, List<Problem> problems) {
    return new SettingsValidation(
        Optional.empty(),
        mode(way, Optional.empty()),
        false,
        Optional.empty(),
        List.of(),
        Optional.of(Refusal.of(policy, problems)));
  }

  private static PendingMode mode(StagingWay way, Optional<PendingClusters> pendingClusters) {
    if (way == StagingWay.OVERRIDE) {
      return PendingMode.BESIDE;
    }
    return pendingClusters.filter(pending -> pending == PendingClusters.INFORM).isPresent()
        ? PendingMode.INFORM
        : PendingMode.KEEP_PREVIOUS;
  }

  private static SettingsValidation accepted(
      StagingSettings settings, ParsedStrategy.Accepted accepted) {
    Strategy strategy = accepted.strategy().withDefaultConcurrency(settings.groupSizes());
    PendingMode mode = mode(settings.way(), accepted.pendingClusters());
    return new SettingsValidation(
        Optional.of(strategy),
        mode,
        mode != PendingMode.BESIDE && InformPolicy.is(settings.root().spec()),
        accepted.ignored(),
        Stream.concat(
                accepted.warnings().stream().map(Warning::oddSetting),
                Warning.noLimit(strategy, settings.strategy().path(), settings.groups()).stream())
            .toList(),
        Optional.empty());
  }
}
