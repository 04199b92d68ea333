package io.sluice.tools.lint;

import io.sluice.notification.NotificationRuleReader;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.tools.manifest.Manifest;
import java.util.List;
import java.util.Optional;

/**
 * Finds what is wrong with whom Rollouts and RolloutNotifiers tell (between-waves 5). A worker
 * starts the rollout all the same, and tells nobody: that is why it is said before.
 */
final class NotificationLinter {
  static final String WARNING = "NotificationWarning";
  static final String NOTIFIER = NotificationRuleReader.NOTIFIER;

  private NotificationLinter() {}

  /** Returns the problems of an object, whatever it is. */
  static List<Problem> problems(Manifest object) {
    return reading(object).map(SettingsReading::problems).orElse(List.of());
  }

  /** Returns settings without an effect, or with one that is probably not meant. */
  static List<String> warnings(Manifest object) {
    return reading(object).map(SettingsReading::warnings).orElse(List.of());
  }

  private static Optional<SettingsReading<?>> reading(Manifest object) {
    return switch (object.kind()) {
      case "Rollout" ->
          Optional.of(
              NotificationRuleReader.read(
                  object.spec().get("notifications"), "spec.notifications"));
      case NOTIFIER ->
          Optional.of(
              NotificationRuleReader.notifier(object.name(), object.tree().get("spec"), "spec"));
      default -> Optional.empty();
    };
  }
}
