package io.sluice.control.policy;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.propagation.Bindings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the {@link RepairHistory} of each policy, and says which clusters, or whether the whole
 * policy, is left alone because writes were undone twice without a change of their inputs
 * (policy-propagation 8.1). It is tried again when the inputs change, and every ten minutes.
 */
public final class RepairHistories {
  private final Map<PolicyName, RepairHistory> histories = new ConcurrentHashMap<>();

  /**
   * Begins a pass over a policy, or goes on with it; a change of its inputs begins a new history.
   *
   * @param clusters those that have a replica
   */
  RepairHistory begin(RootPolicy root, PolicyContext context, Set<String> clusters, Instant now) {
    String state = state(root, context);
    RepairHistory history =
        histories.compute(
            root.name(),
            (name, former) ->
                former != null && former.isOf(state) ? former : new RepairHistory(state));
    history.begin(clusters, now);
    return history;
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

  /** Returns what is left alone of a policy. */
  public UndoneRepairs undone(PolicyName policy) {
    return Optional.ofNullable(histories.get(policy))
        .map(RepairHistory::undone)
        .orElse(UndoneRepairs.NONE);
  }

  /** Returns when what is left alone is tried again. */
  Optional<Instant> again(PolicyName policy) {
    return Optional.ofNullable(histories.get(policy)).flatMap(RepairHistory::again);
  }

  /** Drops what is remembered of a policy that is gone. */
  void forget(PolicyName policy) {
    histories.remove(policy);
  }
}
