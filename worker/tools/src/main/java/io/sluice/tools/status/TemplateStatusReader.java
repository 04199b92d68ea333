package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.PendingIntent;
import io.sluice.activation.policy.ClusterChanges;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.notification.UntoldNotices;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.template.TemplateActivationReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateObjects;
import io.sluice.tools.template.TemplateReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads where a template stands: its Rollout object, and from its binding what is pending and what
 * is wrong (lazy-activation 1.4).
 */
public final class TemplateStatusReader {
  /** How far the Works are is what the rollout itself shows. */
  private static final String PROGRESS = "WorkStatus";

  private final String own;
  private final TemplateReader templates;
  private final TemplateActivationReader activations;

  TemplateStatusReader(KubernetesClient client, String own) {
    this.own = requireNonNull(own, "own is null");
    this.templates = new TemplateReader(requireNonNull(client, "client is null"), own);
    this.activations = new TemplateActivationReader(client);
  }

  /**
   * Returns where it stands.
   *
   * @param act begins the message when it has no binding
   * @throws CliFailure when it has no binding
   */
  StatusSource.Found found(TemplateName name, String act, Instant now) {
    TemplateObjects objects = templates.read(name, act);
    Optional<GenericKubernetesResource> rollout = objects.context().rollout();
    RolloutStatus status =
        rollout
            .map(object -> RolloutStatusParser.of(object).status())
            .orElseGet(RolloutStatus::new);
    status.conditions = conditions(objects.binding(), status);
    objects
        .state()
        .record()
        .flatMap(ActivationRecord::pending)
        .ifPresent(
            pending ->
                status.activation =
                    tree(pending, activations.verdict(objects, act, now).clusters()));
    Optional<String> strategy = strategy(objects);
    return new StatusSource.Found(
        new StatusView(
            StatusSubject.of(objects, own),
            objects.state().activations(),
            false,
            strategy,
            rollout.flatMap(object -> StatusView.pausedBy(object, now)),
            strategy.isPresent() ? List.of() : List.of(unstaged(objects)),
            UntoldNotices.sentences(status, now),
            status),
        rollout);
  }

  /** Returns the type of its strategy; empty: every cluster gets it at once. */
  public static Optional<String> strategy(TemplateObjects objects) {
    return objects.state().strategy().map(StrategyType::labelWritten);
  }

  private static String unstaged(TemplateObjects objects) {
    int clusters = objects.state().clusters().size();
    return objects.state().snapshot().isEmpty()
        ? "Nothing of it is active: a policy has claimed it, or workloads need it."
        : "It has no rollout strategy: what is activated goes to all of its clusters at once, %d now."
            .formatted(clusters);
  }

  private static List<Condition> conditions(
      GenericKubernetesResource binding, RolloutStatus status) {
    List<Condition> all = new ArrayList<>(requireNonNullElse(status.conditions, List.of()));
    JsonTree.maps(HubObjects.part(binding, "status"), "conditions").stream()
        .filter(condition -> !PROGRESS.equals(condition.get("reason")))
        .forEach(
            condition ->
                all.add(
                    new ConditionBuilder()
                        .withType(JsonTree.text(condition, "type").orElse(""))
                        .withStatus(JsonTree.text(condition, "status").orElse(""))
                        .withReason(JsonTree.text(condition, "reason").orElse(""))
                        .withMessage(JsonTree.text(condition, "message").orElse(""))
                        .build()));
    return all;
  }

  /** Formats what is pending as the Rollout of a policy does. */
  private static Map<String, Object> tree(PendingIntent pending, ClusterChanges clusters) {
    return Map.of(
        "pending",
        Map.of(
            "revision",
            pending.revision(),
            "since",
            pending.since().toString(),
            "from",
            pending.from(),
            "changes",
            pending.changes(),
            "clustersToAdd",
            clusters.added().size(),
            "clustersToChange",
            clusters.changed().size(),
            "clustersToRemove",
            clusters.left().size()));
  }
}
