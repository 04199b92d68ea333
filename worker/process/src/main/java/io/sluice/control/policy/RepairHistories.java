package io.sluice.control.policy;

import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Problem;
import io.sluice.policy.propagation.Bindings;
import io.sluice.rollout.strategy.Refusal.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the {@link RepairHistory} of each policy, and stops writing the replicas of a policy when a
 * write was undone twice without a change of its inputs: another writer changes them too
 * (policy-propagation 8.1). It is tried again when the inputs change, and every ten minutes.
 */
public final class RepairHistories {
  private static final Duration STOPPED_FOR = Duration.ofMinutes(10);

  private final Clock clock;
  private final Map<PolicyName, RepairHistory> histories = new ConcurrentHashMap<>();
  private final Map<PolicyName, Stop> stops = new ConcurrentHashMap<>();

  private record Stop(String cluster, Instant until) {}

  /** Creates histories without entries. */
  public RepairHistories(Clock clock) {
    this.clock = clock;
  }

  /** Begins anew when the inputs of the policy have changed. */
  public void refresh(RootPolicy root, PolicyContext context) {
    of(root, context);
  }

  /** The history for the present inputs of the policy; a change of these begins a new one. */
  RepairHistory of(RootPolicy root, PolicyContext context) {
    String state = state(root, context);
    return histories.compute(
        root.name(),
        (name, former) -> {
          if (former != null && former.isOf(state)) {
            return former;
          }
          stops.remove(name);
          return new RepairHistory(state);
        });
  }

  /** What replicas are rendered from. */
  private static String state(RootPolicy root, PolicyContext context) {
    Bindings bindings = context.bindings();
    return "%s %s %s %d %d"
        .formatted(
            root.uid(),
            root.snapshot().hash(),
            context.version().map(PolicyVersion::contentHash).orElse(""),
            bindings.sets().hashCode(),
            context.overridesCount()
                ? List.of(bindings.bindings(), bindings.placements()).hashCode()
                : 0);
  }

  /** Stops the policy, because the write on this cluster was undone. */
  void stop(PolicyName policy, String cluster) {
    stops.putIfAbsent(policy, new Stop(cluster, clock.instant().plus(STOPPED_FOR)));
  }

  /** Why nothing is written for a policy; empty when nothing was undone. */
  public Optional<Problem> problem(PolicyName policy) {
    return stopped(policy)
        .map(
            stop ->
                new Problem(
                    Reason.PROPAGATOR_RUNNING.label(),
                    "the replica on cluster " + stop.cluster(),
                    "was changed back twice after it was written, so OCM's propagator or another"
                        + " program writes it too",
                    "Stop that program; Sluice continues when the policy changes, and tries again"
                        + " every ten minutes"));
  }

  /** Finds the stop that still holds; one that is over is forgotten with the history. */
  private Optional<Stop> stopped(PolicyName policy) {
    Optional<Stop> stop = Optional.ofNullable(stops.get(policy));
    if (stop.filter(found -> !found.until().isAfter(clock.instant())).isPresent()) {
      forget(policy);
      return Optional.empty();
    }
    return stop;
  }

  /** When a stopped policy is tried again. */
  public Optional<Instant> again(PolicyName policy) {
    return stopped(policy).map(Stop::until);
  }

  /** Drops what is remembered of a policy that is gone. */
  public void forget(PolicyName policy) {
    histories.remove(policy);
    stops.remove(policy);
  }
}
