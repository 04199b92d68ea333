package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.DecisionObject;
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
    return OverrideName.label(objects.policy())
        .equals(HubObjects.labels(object).get(OverrideName.LABEL));
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
   * pages of it, and objects of the override that select none.
   */
  public List<GenericKubernetesResource> strays() {
    return objects.decisions().stream()
        .filter(page -> owns(page) || selects(page))
        .filter(page -> !owns(page) || !numbered(page) || !selects(page))
        .toList();
  }

  private boolean numbered(GenericKubernetesResource page) {
    return OverrideName.pageNumber(objects.policy(), page.getMetadata().getName()) > 0;
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
        objects.decisions().stream().filter(page -> numbered(page) && !selects(page));
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
