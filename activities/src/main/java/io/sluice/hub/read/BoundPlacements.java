package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.policy.admission.BindingAdmission;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.PlacementRef;
import io.sluice.policy.propagation.PlacementView;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the placements that are bound to one policy and reads them (placement 11.5).
 *
 * <p>The decisions of a placement that does not exist are ignored.
 */
final class BoundPlacements {
  private final PolicyObjects objects;
  private final List<BindingIndex.Entry> entries;
  private final List<BindingView> bound;
  private final NamespacePlacements placements;
  private final Instant now;

  BoundPlacements(PolicyObjects objects, Instant now) {
    this.objects = objects;
    OverrideNames override = new OverrideNames(objects);
    this.placements = objects.parsed().of(objects);
    this.entries = placements.bound(objects.policy().name());
    this.bound =
        entries.stream()
            .filter(entry -> objects.mode() == HubMode.STANDALONE || !override.owns(entry.object()))
            .map(BindingIndex.Entry::view)
            .toList();
    this.now = now;
  }

  /** Returns when they were read. */
  Instant now() {
    return now;
  }

  /** The groups of the placements of non-restricted bindings: their clusters get a replica. */
  PlacementGroups groups() {
    return groups(binding -> true);
  }

  /** The same for some of the bindings. */
  PlacementGroups groups(Predicate<BindingView> wanted) {
    return new PlacementGroups(
        read(bound.stream().filter(binding -> !binding.restricted()).filter(wanted).toList())
            .stream()
            .map(NamespacePlacements.Parsed::snapshot)
            .toList(),
        Optional.empty());
  }

  /** The bindings that bind the policy, by name. */
  List<BindingView> reaching() {
    return bound.stream()
        .filter(
            binding ->
                BindingAdmission.validPlacement(
                    binding.placement().apiGroup(), binding.placement().kind()))
        .sorted(Comparator.comparing(BindingView::name, ByteOrder.NAMES))
        .toList();
  }

  /** The bindings that bind the policy, as they were read, that of its override among them. */
  List<GenericKubernetesResource> objects() {
    return entries.stream().map(BindingIndex.Entry::object).toList();
  }

  /** The placement of a binding; empty if it does not exist. */
  Optional<NamespacePlacements.Parsed> parsed(BindingView binding) {
    return placements.placement(binding.placement(), now);
  }

  /**
   * Returns what keeps the policy from its clusters: a binding or a placement that is not there.
   */
  Optional<String> missing() {
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
        .filter(binding -> placements.placement(binding.placement(), now).isEmpty())
        .findFirst()
        .map(
            binding ->
                "PlacementBinding %s names %s %s, which does not exist."
                    .formatted(
                        binding.name(), binding.placement().kind(), binding.placement().name()))
        .or(() -> groups().missing());
  }

  /**
   * The bindings that bind the policy and all sets, with the clusters of every placement,
   * restricted or not.
   */
  Bindings bindings() {
    List<PlacementView> decided =
        read(bound).stream().map(NamespacePlacements.Parsed::view).toList();
    return new Bindings(bound, placements.sets(), decided);
  }

  /** Reads the placements of bindings that bind the policy. */
  private List<NamespacePlacements.Parsed> read(Collection<BindingView> from) {
    return from.stream()
        .map(BindingView::placement)
        .filter(ref -> BindingAdmission.validPlacement(ref.apiGroup(), ref.kind()))
        .distinct()
        // By name, then kind: a Placement comes before a PlacementRule of the same name.
        .sorted(
            Comparator.comparing(PlacementRef::name, ByteOrder.NAMES)
                .thenComparing(PlacementRef::kind, ByteOrder.NAMES))
        .flatMap(ref -> placements.placement(ref, now).stream())
        .toList();
  }
}
