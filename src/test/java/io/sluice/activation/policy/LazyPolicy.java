package io.sluice.activation.policy;

import io.sluice.activation.ActivationRelease;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyName;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.PlacementRef;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Builds inputs of the gate of one policy, and decides about them one after the other. */
final class LazyPolicy {
  static final Instant CREATED = Instant.parse("2026-03-01T09:00:00Z");
  private static final PolicyName NAME = new PolicyName("retail", "web");

  Instant now = Instant.parse("2026-03-01T10:00:00Z");
  long generation = 1;
  String content = "a";
  Optional<Object> strategy = Optional.empty();
  Optional<Instant> strategyEdited = Optional.empty();
  ActivationPreference preference = preference(false);
  Set<String> replicas = Set.of();
  Set<String> vanished = Set.of();
  ActivationRelease release = ActivationRelease.NONE;
  Optional<PolicyActivation> stored = Optional.empty();
  final Map<String, Bound> bindings = new LinkedHashMap<>();

  /** One binding, as its objects say now. */
  static final class Bound {
    boolean lazy = true;
    Instant edited = CREATED.minusSeconds(60);
    Optional<Instant> selectionEdited = Optional.of(edited);
    long generation = 7;
    Optional<Instant> settlesAt = Optional.empty();
    Optional<String> override = Optional.empty();
    String placement = "spec-1";
    List<String> clusters = List.of();
    Optional<Amount> groupSize = Optional.empty();
    Map<String, List<String>> links = Map.of("Policy", List.of());
    boolean resolved = true;

    Bound select(String spec, String... names) {
      placement = spec;
      clusters = List.of(names);
      return this;
    }
  }

  static ActivationPreference preference(boolean lazy) {
    return new ActivationPreference(lazy, Optional.empty());
  }

  Bound bind(String name, String... clusters) {
    Bound bound = new Bound().select("spec-1", clusters);
    bindings.put(name, bound);
    return bound;
  }

  private Contribution contribution(String name, Bound bound) {
    BindingView view =
        new BindingView(
            "retail",
            name,
            new PlacementRef("cluster.open-cluster-management.io", "Placement", name),
            List.of(),
            bound.override,
            false,
            false);
    return new Contribution(
        name,
        1,
        Optional.of(bound.edited),
        bound.selectionEdited,
        preference(bound.lazy),
        bound.generation,
        bound.settlesAt,
        ContributionSnapshot.of(view, bound.placement, bound.links),
        List.of(new DecisionGroup(new GroupKey(name, "", 0), bound.clusters)),
        bound.groupSize,
        bound.resolved ? Optional.empty() : Optional.of("Placement is not there"));
  }

  PolicyActivationInput input() {
    List<Contribution> contributions = new ArrayList<>();
    bindings.forEach((name, bound) -> contributions.add(contribution(name, bound)));
    return new PolicyActivationInput(
        NAME,
        generation,
        CREATED,
        content,
        preference,
        strategy,
        strategyEdited,
        contributions,
        stored,
        replicas,
        cluster -> !vanished.contains(cluster),
        release);
  }

  /** Decides and stores the decision, in the form in which it is stored. */
  PolicyActivationDecision decide() {
    now = now.plusSeconds(1);
    PolicyActivationDecision decision = PolicyActivationPlanner.decide(input(), now);
    stored = PolicyActivationTree.parse(PolicyActivationTree.of(decision.activation()));
    return decision;
  }

  /** Returns the clusters of what is active. */
  Set<String> active() {
    return new TreeSet<>(stored.orElseThrow().clusters());
  }
}
