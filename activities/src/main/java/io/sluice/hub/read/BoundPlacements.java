package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.admission.BindingAdmission;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.snapshot.PlacementSnapshot;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.propagation.BindingSubject;
import io.sluice.propagation.BindingView;
import io.sluice.propagation.Bindings;
import io.sluice.propagation.PlacementRef;
import io.sluice.propagation.PlacementView;
import io.sluice.propagation.PolicySetView;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the placements that are bound to one policy and reads them (placement 11.5).
 *
 * <p>The decisions of a placement that does not exist are ignored.
 */
final class BoundPlacements {
  private static final String RULE = "PlacementRule";

  private final PolicyObjects objects;
  private final List<BindingView> bindings;
  private final List<PolicySetView> sets;
  private final Instant now;

  BoundPlacements(PolicyObjects objects, Instant now) {
    this.objects = objects;
    OverrideNames override = new OverrideNames(objects);
    this.bindings =
        objects.bindings().stream()
            .filter(binding -> objects.mode() == HubMode.STANDALONE || !override.owns(binding))
            .map(HubObjects::tree)
            .map(BindingView::of)
            .toList();
    this.sets = objects.sets().stream().map(HubObjects::tree).map(PolicySetView::of).toList();
    this.now = now;
  }

  /** The groups of the placements of non-restricted bindings: their clusters get a replica. */
  PlacementGroups groups() {
    return new PlacementGroups(
        read(bindings.stream().filter(binding -> !binding.restricted()).toList()));
  }

  /**
   * Returns what keeps the policy from its clusters: a binding or a placement that is not there.
   */
  Optional<String> missing() {
    List<BindingView> bound =
        bindings.stream().filter(binding -> reaches(binding, objects.policy())).toList();
    if (bound.isEmpty()) {
      return Optional.of(
          "No PlacementBinding names policy %s, nor a PolicySet with it."
              .formatted(objects.policy()));
    }
    return bound.stream()
        .filter(
            binding ->
                BindingAdmission.validPlacement(
                    binding.placement().apiGroup(), binding.placement().kind()))
        .filter(binding -> read(binding.placement()).isEmpty())
        .findFirst()
        .map(
            binding ->
                "PlacementBinding %s names %s %s, which does not exist."
                    .formatted(
                        binding.name(), binding.placement().kind(), binding.placement().name()))
        .or(() -> groups().missing());
  }

  /** All bindings and sets, with the clusters of every placement, restricted or not. */
  Bindings bindings() {
    List<PlacementView> decided =
        read(bindings).stream()
            .map(
                placement ->
                    new PlacementView(
                        objects.policy().namespace(),
                        placement.kind(),
                        placement.name(),
                        placement.clusters()))
            .toList();
    return new Bindings(bindings, sets, decided);
  }

  private List<PlacementSnapshot> read(Collection<BindingView> from) {
    return from.stream()
        .filter(binding -> reaches(binding, objects.policy()))
        .map(BindingView::placement)
        .filter(ref -> BindingAdmission.validPlacement(ref.apiGroup(), ref.kind()))
        .distinct()
        // By name, then kind: a Placement comes before a PlacementRule of the same name.
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

  private Optional<PlacementSnapshot> read(PlacementRef ref) {
    if (ref.kind().equals(RULE)) {
      // Group keys contain the placement's name; those of the two kinds must differ.
      String key =
          find(objects.placements(), ref.name()).isPresent() ? ref.name() + "/" + RULE : ref.name();
      return find(objects.rules(), ref.name())
          .map(rule -> PlacementSnapshotParser.parseRule(rule, key));
    }
    return find(objects.placements(), ref.name())
        .map(placement -> PlacementSnapshotParser.parse(placement, decisionsOf(ref.name()), now));
  }

  private Optional<GenericKubernetesResource> find(
      List<GenericKubernetesResource> candidates, String name) {
    return candidates.stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .filter(object -> object.getMetadata().getNamespace().equals(objects.policy().namespace()))
        .findFirst();
  }

  private List<GenericKubernetesResource> decisionsOf(String placement) {
    return objects.decisions().stream()
        .filter(object -> object.getMetadata().getNamespace().equals(objects.policy().namespace()))
        .filter(object -> placement.equals(HubObjects.labels(object).get(DecisionObject.PLACEMENT)))
        .toList();
  }
}
