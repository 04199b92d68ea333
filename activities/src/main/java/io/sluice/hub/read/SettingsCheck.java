package io.sluice.hub.read;

import io.sluice.activation.policy.PolicyActivation;
import io.sluice.hub.approval.ApprovalSettings;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.lifecycle.StagingSettings;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Validates the settings of a policy, and adds what on the hub keeps them from being used.
 *
 * @param strategy the strategy that is active
 * @param desired the strategy as it is written
 * @param status the status of the policy's Rollout object, if it has one
 * @param approvals the rules of approvals of that object
 */
record SettingsCheck(
    PolicyObjects objects,
    EffectiveStrategy strategy,
    EffectiveStrategy desired,
    Optional<ActiveTargeting> active,
    Optional<RolloutStatusParser> status,
    ApprovalSettings approvals) {

  /** Returns the result; empty for an unstaged policy. */
  Optional<SettingsValidation> validate(Supplier<StagingSettings> settings) {
    return missingStrategy()
        .or(
            () ->
                strategy.staged()
                    ? Optional.of(SettingsValidation.of(settings.get()))
                        .map(this::unlessNotEnforced)
                        .map(this::unlessSuspended)
                        .map(this::unlessNameTaken)
                    : Optional.empty());
  }

  /** Asked only of what is right in itself, as it asks the hub. */
  private SettingsValidation unlessNotEnforced(SettingsValidation settings) {
    return settings.refusal().isPresent()
        ? settings
        : approvals
            .problem(objects.approvals())
            .map(problem -> settings.suspended(objects.policy(), problem))
            .orElseGet(() -> settings.noting(approvals.undated()));
  }

  private SettingsValidation unlessSuspended(SettingsValidation settings) {
    return objects
        .suspended()
        .map(problem -> settings.suspended(objects.policy(), problem))
        .orElse(settings);
  }

  private SettingsValidation unlessNameTaken(SettingsValidation settings) {
    return objects.way() == StagingWay.OVERRIDE && settings.refusal().isEmpty()
        ? new OverrideNames(objects)
            .taken()
            .map(problem -> settings.suspended(objects.policy(), problem))
            .orElse(settings)
        : settings;
  }

  /** A lazily bound policy may have no strategy; one that was active may have been dropped. */
  private Optional<SettingsValidation> missingStrategy() {
    boolean without =
        active
            .filter(targeting -> targeting.recorded().flatMap(PolicyActivation::strategy).isEmpty())
            .isPresent();
    return desired.staged() || without ? Optional.empty() : droppedStrategy();
  }

  /** A strategy that the CRD dropped must not be taken for one that was removed. */
  private Optional<SettingsValidation> droppedStrategy() {
    Optional<RolloutStatusParser> rollout = objects.way().propagated() ? Optional.empty() : status;
    if (rollout.isEmpty()) {
      return Optional.empty();
    }
    PolicyName policy = objects.policy();
    if (objects.strategyDropped().getAsBoolean()) {
      return Optional.of(SettingsValidation.strategyDropped(policy));
    }
    // Reported until the strategy is back: the policy may have been changed without it.
    return rollout.get().strategyMissed()
        ? Optional.of(SettingsValidation.strategyLost(policy))
        : Optional.empty();
  }
}
