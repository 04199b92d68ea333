package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.notification.NotificationRule;
import io.sluice.notification.NotificationRuleReader;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the rule by which a receiver is told, and whether somebody still wants it told. */
final class ReceiverRules {
  private static final String NOTIFIER = "RolloutNotifier/";

  private final NoticeRules rules;
  private final Function<String, List<GenericKubernetesResource>> notifiers;

  /**
   * Creates it.
   *
   * @param notifiers the RolloutNotifiers of a namespace
   */
  ReceiverRules(NoticeRules rules, Function<String, List<GenericKubernetesResource>> notifiers) {
    this.rules = requireNonNull(rules, "rules is null");
    this.notifiers = requireNonNull(notifiers, "notifiers is null");
  }

  /** Returns the rule; empty if it is gone, or wrong. */
  Optional<NotificationRule> find(GenericKubernetesResource rollout, String receiver) {
    return rules.of(rollout).stream().filter(rule -> rule.receiver().equals(receiver)).findFirst();
  }

  /** Returns whether there is a rule that is wrong: a person may correct it. */
  boolean wrong(GenericKubernetesResource rollout, String receiver) {
    if (!receiver.startsWith(NOTIFIER)) {
      return JsonTree.maps(HubObjects.part(rollout, "spec"), "notifications").stream()
          .anyMatch(entry -> receiver.equals(entry.get("name")));
    }
    String name = receiver.substring(NOTIFIER.length());
    return notifiers.apply(rollout.getMetadata().getNamespace()).stream()
        .filter(found -> found.getMetadata().getName().equals(name))
        .map(found -> found.getAdditionalProperties().get("spec"))
        .anyMatch(spec -> NotificationRuleReader.notifier(name, spec).value().isEmpty());
  }
}
