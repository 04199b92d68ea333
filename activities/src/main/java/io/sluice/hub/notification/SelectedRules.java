package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.HubObjects;
import io.sluice.notification.NotificationRule;
import io.sluice.notification.NotificationRuleReader;
import io.sluice.notification.NotifierDefinition;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingsReading;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Collects the rules of a Rollout: those of its spec, and those of the RolloutNotifiers of its
 * namespace that select what it rolls out (between-waves 5).
 *
 * <p>A RolloutNotifier that cannot be read selects nothing, and is a problem of every Rollout of
 * its namespace.
 */
public final class SelectedRules implements NoticeRules {
  private static final String FIELD = "notifications";

  private final Function<String, List<GenericKubernetesResource>> notifiers;
  private final Function<GenericKubernetesResource, Map<String, String>> labels;

  /**
   * Collects them.
   *
   * @param notifiers returns the RolloutNotifiers of a namespace, in any order
   * @param labels returns the labels of what a Rollout rolls out; asked only where a
   *     RolloutNotifier selects by them
   */
  public SelectedRules(
      Function<String, List<GenericKubernetesResource>> notifiers,
      Function<GenericKubernetesResource, Map<String, String>> labels) {
    this.notifiers = requireNonNull(notifiers, "notifiers is null");
    this.labels = requireNonNull(labels, "labels is null");
  }

  @Override
  public List<NotificationRule> of(GenericKubernetesResource rollout) {
    Map<String, Object> spec = HubObjects.part(rollout, "spec");
    Stream<NotificationRule> own =
        spec.containsKey(FIELD)
            ? NotificationRuleReader.accepted(spec.get(FIELD)).stream()
            : Stream.empty();
    return Stream.concat(
            own,
            readings(rollout)
                .flatMap(reading -> reading.value().stream())
                .filter(notifier -> selects(notifier, rollout))
                .map(NotifierDefinition::rule))
        .toList();
  }

  @Override
  public List<Problem> problems(GenericKubernetesResource rollout) {
    Map<String, Object> spec = HubObjects.part(rollout, "spec");
    Stream<Problem> own =
        spec.containsKey(FIELD)
            ? NotificationRuleReader.read(spec.get(FIELD)).problems().stream()
            : Stream.empty();
    return Stream.concat(own, readings(rollout).flatMap(reading -> reading.problems().stream()))
        .toList();
  }

  private Stream<SettingsReading<NotifierDefinition>> readings(GenericKubernetesResource rollout) {
    return notifiers.apply(rollout.getMetadata().getNamespace()).stream()
        .sorted(Comparator.comparing(found -> found.getMetadata().getName(), ByteOrder.NAMES))
        .map(
            found ->
                NotificationRuleReader.notifier(
                    found.getMetadata().getName(), found.getAdditionalProperties().get("spec")));
  }

  private boolean selects(NotifierDefinition notifier, GenericKubernetesResource rollout) {
    return notifier.policySelector().isEmpty()
        || notifier.policySelector().get().matches(labels.apply(rollout));
  }
}
