package io.sluice.hub.notification;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.notification.NotificationRule;
import io.sluice.policy.Problem;
import java.util.List;
import java.util.Map;

/** Says whom to tell what of a Rollout (between-waves 5). */
public interface NoticeRules {
  /** Nobody is told anything, and nothing is wrong with that. */
  NoticeRules NONE =
      new NoticeRules() {
        @Override
        public List<NotificationRule> of(GenericKubernetesResource rollout) {
          return List.of();
        }

        @Override
        public List<Problem> problems(GenericKubernetesResource rollout) {
          return List.of();
        }
      };

  /**
   * Returns the rules that hold for a Rollout. Those that are right hold whatever is wrong with
   * others.
   */
  List<NotificationRule> of(GenericKubernetesResource rollout);

  /** Returns what is wrong with the rules for a Rollout, which holds no attempt. */
  List<Problem> problems(GenericKubernetesResource rollout);

  /** Returns those that look at {@code spec.notifications} of a Rollout alone. */
  static NoticeRules ofSpec() {
    return new SelectedRules(namespace -> List.of(), rollout -> Map.of());
  }
}
