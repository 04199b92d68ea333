package io.sluice.hub.read;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Distinguishes the override of a policy from objects of others (policy-propagation 14.2). */
public final class OverrideNames {
  private final PolicyObjects objects;
  private final String name;

  public OverrideNames(PolicyObjects objects) {
    this.objects = objects;
    this.name = OverrideName.of(objects.policy());
  }

  /** Returns whether the object belongs to the override of this policy. */
  public boolean owns(GenericKubernetesResource object) {
    String label = HubObjects.labels(object).get(OverrideName.LABEL);
    return label == null ? unlabelled(object) : label.equals(OverrideName.label(objects.policy()));
  }

  /** Somebody took the label off: what else Sluice wrote shows that nobody else made it. */
  private boolean unlabelled(GenericKubernetesResource object) {
    if (!object.getMetadata().getName().equals(name)) {
      return false;
    }
    if (Kinds.PLACEMENT.getKind().equals(object.getKind())) {
      return "true".equals(HubObjects.annotations(object).get(PlacementScope.SCHEDULING_DISABLED))
          && HubObjects.part(object, "spec").get("numberOfClusters") instanceof Number most
          && most.intValue() == 0;
    }
    return Kinds.PLACEMENT_BINDING.getKind().equals(object.getKind())
        && name.equals(HubObjects.part(object, "placementRef").get("name"))
        && "enforce".equals(HubObjects.part(object, "bindingOverrides").get(PolicyApi.ACTION))
        && "restricted".equals(object.getAdditionalProperties().get("subFilter"));
  }

  /** Returns the Placement of the override; one that is being deleted is none. */
  public Optional<GenericKubernetesResource> placement() {
    return standing(objects.placements());
  }

  /** Returns the binding of the override; one that is being deleted is none. */
  public Optional<GenericKubernetesResource> binding() {
    return standing(objects.bindings());
  }

  private Optional<GenericKubernetesResource> standing(List<GenericKubernetesResource> kind) {
    return kind.stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .filter(this::owns)
        .filter(object -> !HubObjects.deleting(object))
        .findFirst();
  }

  /** Returns the pages of the override, also those of a former Placement of its name. */
  public List<GenericKubernetesResource> pages() {
    return objects.decisions().stream()
        .filter(page -> owns(page) && numbered(page) && selects(page))
        .toList();
  }

  /**
   * Returns the decisions that select clusters through the Placement of the override and are no
   * pages of it, and objects of the override that select none: somebody changed their labels. They
   * are deleted, and their clusters listed again.
   */
  public List<GenericKubernetesResource> strays() {
    return objects.decisions().stream()
        .filter(page -> owns(page) || selects(page) || numbered(page) && ofPlacement(page))
        .filter(page -> !owns(page) || !numbered(page) || !selects(page))
        .toList();
  }

  private boolean numbered(GenericKubernetesResource page) {
    return OverrideName.pageNumber(objects.policy(), page.getMetadata().getName()) > 0;
  }

  /** Whether the Placement of the override owns the page, whatever labels it has left. */
  private boolean ofPlacement(GenericKubernetesResource page) {
    return requireNonNullElse(page.getMetadata().getOwnerReferences(), List.<OwnerReference>of())
        .stream()
        .anyMatch(
            owner ->
                owner.getKind().equals(Kinds.PLACEMENT.getKind()) && owner.getName().equals(name));
  }

  /** OCM's propagator finds the decisions of a Placement by this label alone. */
  private boolean selects(GenericKubernetesResource page) {
    return name.equals(HubObjects.labels(page).get(DecisionObject.PLACEMENT));
  }

  /** Finds {@code NameTaken}: an object of others has the name, or that of a page. */
  Optional<Problem> taken() {
    Stream<GenericKubernetesResource> named =
        Stream.of(objects.placements(), objects.rules(), objects.bindings())
            .flatMap(List::stream)
            .filter(object -> object.getMetadata().getName().equals(name));
    Stream<GenericKubernetesResource> pages =
        objects.decisions().stream()
            .filter(page -> numbered(page) && !selects(page) && !ofPlacement(page));
    return Stream.concat(named, pages)
        .filter(object -> !owns(object))
        .findFirst()
        .map(
            object ->
                new Problem(
                    "NameTaken",
                    "%s %s/%s"
                        .formatted(
                            object.getKind(),
                            object.getMetadata().getNamespace(),
                            object.getMetadata().getName()),
                    "is not of Sluice, which needs this name to enforce the policy cluster by cluster",
                    "Delete it, or give it another name"));
  }
}
