package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.control.cache.HubCaches;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.propagation.BindingSubject;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.PolicySetView;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out whether a rollout uses a Placement: through a binding to its policy, or to a set. */
final class RolloutFinder {
  private final HubCaches caches;

  RolloutFinder(HubCaches caches) {
    this.caches = requireNonNull(caches, "caches is null");
  }

  boolean uses(PlacementKey placement) {
    return caches.in(Kinds.PLACEMENT_BINDING, placement.namespace()).stream()
        .map(HubObjects::tree)
        .map(BindingView::of)
        .filter(binding -> binding.placement().kind().equals(Kinds.PLACEMENT.getKind()))
        .filter(binding -> binding.placement().name().equals(placement.name()))
        .flatMap(binding -> binding.subjects().stream())
        .flatMap(subject -> policies(placement.namespace(), subject))
        .anyMatch(this::rolledOut);
  }

  private Stream<PolicyName> policies(String namespace, BindingSubject subject) {
    return subject.kind().equals(Kinds.POLICY_SET.getKind())
        ? set(namespace, subject.name()).stream()
            .flatMap(set -> set.policies().stream())
            .map(policy -> new PolicyName(namespace, policy))
        : Stream.of(new PolicyName(namespace, subject.name()));
  }

  private Optional<PolicySetView> set(String namespace, String name) {
    return caches
        .find(Kinds.POLICY_SET, namespace + "/" + name)
        .map(HubObjects::tree)
        .map(PolicySetView::of);
  }

  private boolean rolledOut(PolicyName policy) {
    return caches.find(Kinds.ROLLOUT, policy.namespace() + "/" + policy.rolloutName()).isPresent();
  }
}
