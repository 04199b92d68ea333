package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.admission.BindingAdmission;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.propagation.BindingSubject;
import io.sluice.propagation.BindingView;
import io.sluice.propagation.PlacementRef;
import io.sluice.propagation.PolicySetView;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the placements that are bound to one policy and reads them (placement 11.5).
 *
 * <p>A placement that does not exist counts for nothing, whatever decisions were left behind.
 */
final class BoundPlacements {
  private static final String RULE = "PlacementRule";

  private final PolicyObjects facts;
  private final List<BindingView> bindings;
  private final List<PolicySetView> sets;
  private final Instant now;

  BoundPlacements(
      PolicyObjects facts, List<BindingView> bindings, List<PolicySetView> sets, Instant now) {
    this.facts = facts;
    this.bindings = bindings;
    this.sets = sets;
    this.now = now;
  }

  /** Those whose clusters get a replica: of non-restricted bindings, in rollout order. */
  List<BoundPlacement> grouping() {
    return read(bindings.stream().filter(binding -> !binding.restricted()).toList());
  }

  /** Those of every binding, also of those that only raise an action. */
  List<BoundPlacement> all() {
    return read(bindings);
  }

  private List<BoundPlacement> read(Collection<BindingView> from) {
    return from.stream()
        .filter(binding -> reaches(binding, facts.policy()))
        .map(BindingView::placement)
        .filter(ref -> BindingAdmission.validPlacement(ref.apiGroup(), ref.kind()))
        .distinct()
        // A Placement before a PlacementRule of that name: so does the alphabet.
        .sorted(
            Comparator.comparing(PlacementRef::name, ByteOrder.NAMES)
                .thenComparing(PlacementRef::kind, ByteOrder.NAMES))
        .flatMap(ref -> read(ref).stream())
        .toList();
  }

  private boolean reaches(BindingView binding, PolicyName policy) {
    return binding.namespace().equals(policy.namespace())
        && binding.subjects().stream().anyMatch(subject -> reaches(subject, policy));
  }

  private boolean reaches(BindingSubject subject, PolicyName policy) {
    if (!subject.apiGroup().equals(PolicyApi.GROUP)) {
      return false;
    }
    return switch (subject.kind()) {
      case PolicyApi.POLICY -> subject.name().equals(policy.name());
      case PolicyApi.POLICY_SET ->
          sets.stream()
              .filter(set -> set.namespace().equals(policy.namespace()))
              .filter(set -> set.name().equals(subject.name()))
              .anyMatch(set -> set.policies().contains(policy.name()));
      default -> false;
    };
  }

  private Optional<BoundPlacement> read(PlacementRef ref) {
    if (ref.kind().equals(RULE)) {
      // Groups are told apart by the name of their placement; one of each kind must not mix.
      String key =
          find(facts.placements(), ref.name()).isPresent() ? ref.name() + "/" + RULE : ref.name();
      return find(facts.rules(), ref.name()).map(rule -> BoundPlacement.ofRule(rule, key));
    }
    return find(facts.placements(), ref.name())
        .map(placement -> BoundPlacement.of(placement, decisionsOf(ref.name()), now));
  }

  private Optional<GenericKubernetesResource> find(
      List<GenericKubernetesResource> objects, String name) {
    return objects.stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .filter(object -> object.getMetadata().getNamespace().equals(facts.policy().namespace()))
        .findFirst();
  }

  private List<GenericKubernetesResource> decisionsOf(String placement) {
    return facts.decisions().stream()
        .filter(object -> object.getMetadata().getNamespace().equals(facts.policy().namespace()))
        .filter(
            object -> placement.equals(HubObjects.labels(object).get(PlacementDecision.PLACEMENT)))
        .toList();
  }
}
