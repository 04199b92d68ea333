package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.Bindings;
import java.util.List;
import java.util.Optional;

/**
 * Leaves out bindings that are being deleted, or whose placement is: they no longer start anything,
 * but what they select is not deleted before they are gone (rollout-strategy 3.7).
 */
final class StandingBindings {
  private StandingBindings() {}

  /**
   * Returns the others; empty if there are no such bindings.
   *
   * @param bound the bindings of the policy, as they were read
   */
  static Optional<Bindings> of(
      PolicyObjects objects, List<GenericKubernetesResource> bound, Bindings all) {
    List<GenericKubernetesResource> bindings = deleting(bound);
    List<GenericKubernetesResource> placements = deleting(objects.placements());
    List<GenericKubernetesResource> rules = deleting(objects.rules());
    return bindings.isEmpty() && placements.isEmpty() && rules.isEmpty()
        ? Optional.empty()
        : Optional.of(
            all.with(
                binding ->
                    !names(bindings, binding.name())
                        && !names(rule(binding) ? rules : placements, binding.placement().name())));
  }

  private static List<GenericKubernetesResource> deleting(List<GenericKubernetesResource> objects) {
    return objects.stream().filter(HubObjects::deleting).toList();
  }

  private static boolean names(List<GenericKubernetesResource> objects, String name) {
    return objects.stream().anyMatch(object -> object.getMetadata().getName().equals(name));
  }

  private static boolean rule(BindingView binding) {
    return binding.placement().kind().equals(Kinds.PLACEMENT_RULE.getKind());
  }
}
