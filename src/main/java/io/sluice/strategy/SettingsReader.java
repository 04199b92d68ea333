package io.sluice.strategy;

import io.sluice.policy.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the object that holds the settings of one strategy type (rollout-strategy 1.5). */
final class SettingsReader {
  private static final String MAX_CONCURRENCY = "maxConcurrency";
  private static final String MANDATORY = "mandatoryDecisionGroups";
  private static final String TIMEOUT = "timeout";
  private static final Set<String> FIELDS =
      Set.of(
          "minSuccessTime", "progressDeadline", "maxFailures", MAX_CONCURRENCY, MANDATORY, TIMEOUT);

  private final AmountReader amounts;
  private final DurationReader durations;
  private final MandatoryReader mandatory;
  private final ProblemCollector findings;

  SettingsReader(ParseMode leniency, DeclaredGroups declared, ProblemCollector findings) {
    amounts = new AmountReader(leniency, findings);
    durations = new DurationReader(leniency, findings);
    mandatory = new MandatoryReader(leniency, declared, findings);
    this.findings = findings;
  }

  Strategy read(StrategyType type, SettingNode settings) {
    if (!settings.absent() && !settings.isObject()) {
      findings.refuse(
          settings.problem(
              RefusalReason.WRONG_SETTINGS,
              "not an object",
              "Write the settings below it, or remove it"));
    }
    findings.warnOfStrangers(settings.strangers(FIELDS));
    SettingNode timeout = settings.child(TIMEOUT);
    if (!timeout.absent()) {
      findings.refuse(LegacyTimeout.problem(timeout));
    }
    SettingNode concurrency = settings.child(MAX_CONCURRENCY);
    SettingNode groups = settings.child(MANDATORY);
    boolean limited = type == StrategyType.PROGRESSIVE || vacant(concurrency, type);
    boolean ordered = type != StrategyType.ALL || vacant(groups, type);
    return new Strategy(
        type,
        durations.soak(settings.child("minSuccessTime")),
        durations.deadline(settings.child("progressDeadline")),
        amounts.read(settings.child("maxFailures")).orElse(Amount.NONE),
        limited ? amounts.read(concurrency) : Optional.empty(),
        ordered ? mandatory.read(groups) : List.of());
  }

  /** Makes sure that this type, which does not read the setting, is not given it. */
  private boolean vacant(SettingNode setting, StrategyType type) {
    if (!setting.absent()) {
      findings.refuse(misplaced(setting, type, StrategyType.PROGRESSIVE));
    }
    return setting.absent();
  }

  /** Refuses a setting that another type would read. */
  static Problem misplaced(SettingNode setting, StrategyType type, StrategyType home) {
    return setting.misplaced(
        RefusalReason.WRONG_SETTINGS,
        "but the type is %s".formatted(type),
        "Remove it, or set the type to %s".formatted(home));
  }
}
