package io.sluice.control.activation;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.PolicyObjects;

/** Compares the bindings and sets that a policy was judged by with those on the hub. */
final class PlacementBindingCacheCheck {
  private final HubApi hub;

  PlacementBindingCacheCheck(HubApi hub) {
    this.hub = requireNonNull(hub, "hub is null");
  }

  /** Returns whether the bindings and sets of the policy's namespace are as on the hub now. */
  boolean placesAsOnHub(PolicyObjects objects) {
    String namespace = objects.policy().namespace();
    // The preference is an annotation, which the generation does not count.
    return HubObjects.sameVersions(
            hub.list(Kinds.PLACEMENT_BINDING, namespace),
            objects.bindings(),
            HubObjects::resourceVersion)
        // The status of a set is written all the time.
        && HubObjects.sameVersions(
            hub.list(Kinds.POLICY_SET, namespace), objects.sets(), HubObjects::generation);
  }
}
