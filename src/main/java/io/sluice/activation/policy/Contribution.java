package io.sluice.activation.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.DecisionGroup;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what one PlacementBinding contributes to a policy, as the API objects say now.
 *
 * @param generation that of the binding
 * @param edited when the binding was edited last, where that is known
 * @param selectionEdited when the binding, its placement or a set with the policy was edited last,
 *     where that is known of all
 * @param placementGeneration that of the placement; 0 where there is none
 * @param settlesAt until then its decisions may be those of a former spec of the placement; empty:
 *     they follow the present one
 * @param snapshot what waits, by name ({@link ContributionSnapshot})
 * @param groups every group of its placement, those without clusters included
 * @param groupSize clusters per group, where its placement sets it
 * @param unresolved why its clusters are not known
 */
public record Contribution(
    String binding,
    long generation,
    Optional<Instant> edited,
    Optional<Instant> selectionEdited,
    ActivationPreference preference,
    long placementGeneration,
    Optional<Instant> settlesAt,
    Map<String, Object> snapshot,
    List<DecisionGroup> groups,
    Optional<Amount> groupSize,
    Optional<String> unresolved) {
  public Contribution {
    requireNonNull(binding, "binding is null");
    requireNonNull(edited, "edited is null");
    requireNonNull(selectionEdited, "selectionEdited is null");
    requireNonNull(preference, "preference is null");
    requireNonNull(settlesAt, "settlesAt is null");
    snapshot = Map.copyOf(snapshot);
    groups = List.copyOf(groups);
    requireNonNull(groupSize, "groupSize is null");
    requireNonNull(unresolved, "unresolved is null");
  }

  /** Returns whether this is the strategy, and not a binding. */
  boolean strategy() {
    return binding.equals(ContributionRecord.STRATEGY);
  }
}
