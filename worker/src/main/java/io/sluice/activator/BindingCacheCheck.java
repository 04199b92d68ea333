package io.sluice.activator;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.PolicyObjects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Compares the bindings and sets that a policy was judged by with those on the hub. */
final class BindingCacheCheck {
  private final HubApi hub;

  BindingCacheCheck(HubApi hub) {
    this.hub = requireNonNull(hub, "hub is null");
  }

  /** Returns whether the bindings and sets of the policy's namespace are as on the hub now. */
  boolean placesAsOnHub(PolicyObjects objects) {
    String namespace = objects.policy().namespace();
    // The preference is an annotation, which the generation does not count.
    return same(
            hub.list(Kinds.PLACEMENT_BINDING, namespace),
            objects.bindings(),
            binding -> binding.getMetadata().getResourceVersion())
        // The status of a set is written all the time.
        && same(hub.list(Kinds.POLICY_SET, namespace), objects.sets(), HubObjects::generation);
  }

  private static boolean same(
      List<GenericKubernetesResource> present,
      List<GenericKubernetesResource> cached,
      Function<GenericKubernetesResource, Object> version) {
    return versions(present, version).equals(versions(cached, version));
  }

  private static Map<String, Object> versions(
      List<GenericKubernetesResource> objects,
      Function<GenericKubernetesResource, Object> version) {
    Map<String, Object> versions = new HashMap<>();
    objects.forEach(object -> versions.put(object.getMetadata().getUid(), version.apply(object)));
    return versions;
  }
}
