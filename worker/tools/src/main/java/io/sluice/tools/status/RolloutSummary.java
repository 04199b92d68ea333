package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.BindingName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Phase;
import io.sluice.status.RolloutCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a list of rollouts shows of one of them.
 *
 * @param target the policy, or the binding of a template
 * @param created when the Rollout object was created
 * @param pausedBy the field manager of a pause in the spec; empty without one
 */
public record RolloutSummary(
    RolloutTarget target, Instant created, Optional<String> pausedBy, RolloutStatus status)
    implements ShownStatus {
  /** As kubectl lists objects. */
  public static final Comparator<RolloutSummary> ORDER =
      Comparator.comparing(
              (RolloutSummary summary) -> summary.target().namespace(), ByteOrder.NAMES)
          .thenComparing(summary -> summary.target().rolloutName(), ByteOrder.NAMES);

  public RolloutSummary {
    requireNonNull(target, "target is null");
    requireNonNull(created, "created is null");
    requireNonNull(pausedBy, "pausedBy is null");
    requireNonNull(status, "status is null");
  }

  /** Reads a Rollout object; empty for one that belongs to no policy and no template. */
  public static Optional<RolloutSummary> of(GenericKubernetesResource rollout, Instant now) {
    return RolloutTarget.ofRollout(
            rollout.getMetadata().getNamespace(), rollout.getMetadata().getName())
        .map(
            target ->
                new RolloutSummary(
                    target,
                    Optional.ofNullable(rollout.getMetadata().getCreationTimestamp())
                        .map(Instant::parse)
                        .orElse(Instant.EPOCH),
                    StatusView.pausedBy(rollout, now),
                    RolloutStatusParser.of(rollout).status()));
  }

  /** Returns it as it is shown once it is deleted: without a status. */
  RolloutSummary deleted() {
    RolloutStatus gone = new RolloutStatus();
    gone.phase = "Deleted";
    return new RolloutSummary(target, created, Optional.empty(), gone);
  }

  /** Returns the name as commands take it: {@code web-tls}, or {@code deployment/web}. */
  public String name() {
    String name = target.name();
    int dash = name.lastIndexOf('-');
    // Karmada names a binding by the template's name and its kind.
    return target instanceof BindingName && dash > 0
        ? name.substring(dash + 1) + "/" + name.substring(0, dash)
        : name;
  }

  /** Returns since when the attempt runs; without one the object's own age counts. */
  Duration age(Instant now) {
    Instant since = Optional.ofNullable(status.startedAt).map(Instant::parse).orElse(created);
    return Duration.between(since, now);
  }

  /**
   * Returns what it waits for, or why its settings are refused; beside OCM's propagator, once it
   * waits for nothing, who is still enforced.
   */
  @Override
  public String waitingFor() {
    String waits = ShownStatus.super.waitingFor();
    return waits.isEmpty() ? status.override().orElse("") : waits;
  }

  /** Returns whether a worker has something to do, as far as its status shows. */
  boolean needsWorker() {
    return !in(Phase.DONE);
  }

  /** Returns the value of the condition {@code Ready}. */
  Optional<String> ready() {
    return requireNonNullElse(status.conditions, List.<Condition>of()).stream()
        .filter(condition -> RolloutCondition.READY.equals(condition.getType()))
        .map(condition -> requireNonNullElse(condition.getStatus(), ""))
        .findFirst();
  }
}
