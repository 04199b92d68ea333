package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.notification.UntoldNotices;
import io.sluice.hub.read.ActiveTargeting;
import io.sluice.hub.status.FieldManagers;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Phase;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.status.RolloutCondition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what {@code sluice status} shows of one policy or template.
 *
 * @param generation the newest generation of the policy, or activation of the template, rolled out
 *     or not
 * @param disabled whether the policy is disabled, and so on no cluster
 * @param strategy the type of the strategy; empty where every cluster gets it at once
 *     (rollout-strategy 1.1)
 * @param pausedBy the field manager of a pause in the spec, {@code unknown} if the hub names none;
 *     empty without such a pause
 * @param compliance sentences about the clusters where nothing is staged
 * @param untold sentences about what receivers of notifications have not been told
 * @param status the status of the Rollout object; without a value in any field if there is none
 */
public record StatusView(
    StatusSubject subject,
    long generation,
    boolean disabled,
    Optional<String> strategy,
    Optional<String> pausedBy,
    List<String> compliance,
    List<String> untold,
    RolloutStatus status)
    implements ShownStatus {
  static final String UNKNOWN = "unknown";

  public StatusView {
    requireNonNull(subject, "subject is null");
    requireNonNull(strategy, "strategy is null");
    compliance = List.copyOf(compliance);
    untold = List.copyOf(untold);
    requireNonNull(status, "status is null");
  }

  /** Returns the view of a policy and its Rollout object, as they are on the hub. */
  static StatusView of(
      GenericKubernetesResource policy, Optional<GenericKubernetesResource> rollout, Instant now) {
    Optional<String> strategy = strategy(policy, rollout);
    RolloutStatus status =
        rollout
            .map(object -> RolloutStatusParser.of(object).status())
            .orElseGet(RolloutStatus::new);
    return new StatusView(
        StatusSubject.of(
            new PolicyName(policy.getMetadata().getNamespace(), policy.getMetadata().getName())),
        HubObjects.generation(policy),
        Boolean.TRUE.equals(HubObjects.part(policy, "spec").get("disabled")),
        strategy,
        rollout.flatMap(object -> pausedBy(object, now)),
        strategy.isPresent() ? List.of() : ComplianceSummary.of(HubObjects.part(policy, "status")),
        UntoldNotices.sentences(status, now),
        status);
  }

  static Optional<String> pausedBy(GenericKubernetesResource rollout, Instant now) {
    return Boolean.TRUE.equals(RolloutSpecReader.of(rollout).paused)
        ? Optional.of(FieldManagers.of(rollout, now).ofPause().orElse(UNKNOWN))
        : Optional.empty();
  }

  /** Where edits wait, the active one counts, and without one a version goes in one step. */
  public static Optional<String> strategy(
      GenericKubernetesResource policy, Optional<GenericKubernetesResource> rollout) {
    Map<String, Object> rolloutSpec =
        rollout.map(object -> HubObjects.part(object, "spec")).orElse(Map.of());
    EffectiveStrategy desired =
        EffectiveStrategy.of(HubObjects.part(policy, "spec"), rolloutSpec, false);
    return rollout
        .flatMap(ActiveTargeting::recorded)
        .map(active -> desired.activated(active.strategy(), active.released()))
        .orElse(desired)
        .tree()
        .map(StrategyType::labelWritten);
  }

  /** Returns the phase; empty while there is no rollout. */
  public Optional<String> phase() {
    return Optional.ofNullable(status.phase);
  }

  /** Returns the outcome; empty until it is decided. */
  public Optional<String> outcome() {
    return Optional.ofNullable(status.outcome);
  }

  /** Returns what else is not as the spec wants it: messages of conditions that are false. */
  List<String> complaints() {
    return unmet().stream()
        .filter(condition -> !RolloutCondition.ACCEPTED.equals(condition.getType()))
        .filter(condition -> pending().isEmpty() || !activated(condition))
        .map(
            condition ->
                "%s=False: %s"
                    .formatted(
                        condition.getType(),
                        requireNonNullElse(condition.getMessage(), condition.getReason())))
        .toList();
  }

  /** Returns the edit of the targeting that waits; empty if none does. */
  Optional<PendingRevision> pending() {
    return PendingRevision.of(requireNonNullElse(status.activation, Map.of()));
  }

  /** Returns what it waits for, with the instant, or what keeps it. */
  String pendingMessage() {
    return requireNonNullElse(status.conditions, List.<Condition>of()).stream()
        .filter(StatusView::activated)
        .map(condition -> requireNonNullElse(condition.getMessage(), ""))
        .map(FieldAdvice::without)
        .findFirst()
        .orElse("");
  }

  private static boolean activated(Condition condition) {
    return RolloutCondition.ACTIVATED.equals(condition.getType());
  }

  /** Returns the groups in rollout order. */
  public List<RolloutStatus.Group> groups() {
    return requireNonNullElse(status.decisionGroups, List.of());
  }

  /** Whether only an approval is missing for the next cluster to start. */
  public boolean waitsForApproval() {
    return in(Phase.WAITING_FOR_APPROVAL);
  }

  /** Whether a worker has something to do: a rollout goes on, or has not begun. */
  boolean needsWorker() {
    Long rolledOut = status.currentRolloutGeneration;
    boolean done = in(Phase.DONE) && (rolledOut == null || rolledOut == generation);
    return strategy.isPresent() && !disabled && !done;
  }

  /** Returns the names of the groups that can be approved now, in rollout order, each once. */
  public List<String> unapproved() {
    return groups().stream()
        .filter(group -> !group.approved() && !group.counts().finished())
        .map(RolloutStatus.Group::groupName)
        .distinct()
        .toList();
  }
}
