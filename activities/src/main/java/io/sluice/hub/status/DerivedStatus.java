package io.sluice.hub.status;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hold.HoldKind;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.status.ReadinessConditions;
import io.sluice.status.RolloutCondition;
import io.sluice.status.WaitCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Completes a status of a Rollout by what follows from its other fields and from the former status:
 * the conditions that generic tools read, the progress in a few characters, and since when it
 * waits.
 *
 * <p>Every status passes here before it is written, by a run, or by the controller while no run is
 * open.
 */
public final class DerivedStatus {
  private static final List<String> FIELDS =
      List.of("progress", "waitingSince", "waitedForPeopleSeconds");

  private DerivedStatus() {}

  /**
   * Returns the status that is to be written into an object.
   *
   * @param object as it was read
   * @param next without the derived fields, or with those of the former status
   */
  public static Map<String, Object> of(
      GenericKubernetesResource object, Map<String, Object> next, Instant now) {
    RolloutStatusTree tree = RolloutStatusTree.of(next);
    Optional<Phase> phase = phase(next);
    RolloutStatus derived = new RolloutStatus();
    if (phase.isEmpty()) {
      RolloutCondition.DERIVED.forEach(tree::withoutCondition);
      return tree.set(derived, FIELDS).tree();
    }
    RolloutStatus status = tree.read();
    RolloutStatus former = RolloutStatusTree.of(RolloutStatusTree.status(object)).read();
    derived.progress = progress(status.counts);
    waits(derived, former, status, now);
    tree.set(derived, FIELDS);
    long generation = HubObjects.generation(object);
    ReadinessConditions.of(
            new ReadinessConditions.Input(
                phase.get(),
                outcome(status),
                refusal(status),
                requireNonNullElse(status.waitingFor, ""),
                requireNonNullElse(status.reason, "")))
        .forEach(condition -> tree.set(condition.type(), Optional.of(condition), generation, now));
    return tree.tree();
  }

  /** Returns what a rollout waits for by its status; empty when it is Done, or not staged. */
  public static Optional<WaitCause> cause(RolloutStatus status) {
    return phase(status.phase)
        .flatMap(
            phase ->
                WaitCause.of(
                    phase,
                    refusal(status).isPresent(),
                    Boolean.TRUE.equals(status.noCluster),
                    closed(status)));
  }

  /** What the first group whose turn it is waits for, where nothing is in flight. */
  private static Optional<HoldKind> closed(RolloutStatus status) {
    return requireNonNullElse(status.counts, Counts.ZERO).progressing() > 0
        ? Optional.empty()
        : requireNonNullElse(status.decisionGroups, List.<RolloutStatus.Group>of()).stream()
            .flatMap(group -> group.closed().stream())
            .flatMap(hold -> hold.closing().stream())
            .findFirst();
  }

  private static void waits(
      RolloutStatus derived, RolloutStatus former, RolloutStatus next, Instant now) {
    Optional<WaitCause> cause = cause(next);
    Optional<WaitCause> before = cause(former);
    boolean attempt = Objects.equals(next.rolloutUID, former.rolloutUID);
    boolean same = attempt && cause.equals(before) && former.waitingSince != null;
    derived.waitingSince =
        cause.isEmpty() ? null : same ? former.waitingSince : RolloutStatusTree.seconds(now);
    if (!attempt) {
      return;
    }
    long waited = requireNonNullElse(former.waitedForPeopleSeconds, 0L);
    if (!same && former.outcome == null && before.filter(WaitCause::people).isPresent()) {
      waited += seconds(former.waitingSince, now);
    }
    derived.waitedForPeopleSeconds = waited == 0 ? null : waited;
  }

  private static long seconds(String since, Instant now) {
    return since == null ? 0 : Math.max(0, Duration.between(Instant.parse(since), now).toSeconds());
  }

  private static String progress(Counts counts) {
    return counts == null ? null : "%d/%d".formatted(counts.done(), counts.counted());
  }

  private static Optional<Phase> phase(Map<String, Object> status) {
    return phase(JsonTree.text(status, "phase").orElse(null));
  }

  private static Optional<Phase> phase(String label) {
    return Arrays.stream(Phase.values()).filter(phase -> phase.label().equals(label)).findFirst();
  }

  private static Optional<Outcome> outcome(RolloutStatus status) {
    return Arrays.stream(Outcome.values())
        .filter(outcome -> outcome.label().equals(status.outcome))
        .findFirst();
  }

  private static Optional<String> refusal(RolloutStatus status) {
    return Optional.ofNullable(status.conditions).stream()
        .flatMap(List::stream)
        .filter(condition -> RolloutCondition.ACCEPTED.equals(condition.getType()))
        .filter(condition -> "False".equals(condition.getStatus()))
        .map(condition -> requireNonNullElse(condition.getReason(), "Refused"))
        .findFirst();
  }
}
