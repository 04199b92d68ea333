package io.sluice.demo;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.tools.manifest.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the policies in manifests that have a rollout strategy: their own, or one in a Rollout
 * {@code policy-<name>}. Beside OCM's propagator only the latter counts (rollout-strategy 1.5).
 */
final class StagedPolicies {
  private final List<Manifest> manifests;
  private final boolean beside;

  StagedPolicies(List<Manifest> manifests, boolean beside) {
    this.manifests = requireNonNull(manifests, "manifests is null");
    this.beside = beside;
  }

  /** Returns the first staged policy. */
  Optional<PolicyName> first() {
    return manifests.stream()
        .filter(manifest -> manifest.is("Policy"))
        .map(manifest -> new PolicyName(Examples.namespace(manifest), manifest.name()))
        .filter(policy -> !strategy(policy).isEmpty())
        .findFirst();
  }

  /** Returns why there is none, and what to do. */
  String missing() {
    return beside
        ? "no Policy in it has a Rollout policy-<name> with a spec.rolloutStrategy, which is what counts beside OCM's propagator. Add one, or play it without --beside."
        : "no Policy in it has a spec.rolloutStrategy. Add one and try again.";
  }

  /** Returns the strategy of a policy; empty if it has none. */
  Map<String, Object> strategy(PolicyName policy) {
    Stream<Manifest> own =
        beside ? Stream.empty() : matching("Policy", policy.namespace(), policy.name());
    return Stream.concat(own, matching("Rollout", policy.namespace(), policy.rolloutName()))
        .flatMap(manifest -> EffectiveStrategy.written(manifest.spec()).stream())
        .map(JsonTree::map)
        .filter(strategy -> !strategy.isEmpty())
        .findFirst()
        .orElse(Map.of());
  }

  private Stream<Manifest> matching(String kind, String namespace, String name) {
    return manifests.stream()
        .filter(manifest -> manifest.is(kind) && manifest.name().equals(name))
        .filter(manifest -> Examples.namespace(manifest).equals(namespace));
  }
}
