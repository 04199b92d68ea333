package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestObjects;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.placement.PlacementObjectsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads from the hub what a policy is checked with. */
final class HubManifests {
  private final KubernetesClient client;

  HubManifests(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /** Returns the policy, its Rollout, all that binds it, and the clusters of the hub. */
  LintInput read(HubMode mode, PolicyName name) {
    LintObjects objects = objects(name);
    try {
      return new LintInput(
          mode,
          objects,
          Optional.of(new PlacementObjectsReader(client).around(name.namespace())),
          objects,
          List.of(),
          List.of());
    } catch (HubException | KubernetesClientException e) {
      Throwable cause = e instanceof HubException ? e.getCause() : e;
      return new LintInput(
          mode,
          objects,
          Optional.empty(),
          objects,
          List.of(),
          List.of(
              "What Placements choose is not checked, because clusters could not be read: %s."
                  .formatted(
                      cause instanceof KubernetesClientException hub
                          ? ConnectionFailure.ofHub(hub).reason()
                          : e.getMessage())));
    }
  }

  /** Returns the policies of the hub that these replace. */
  LintObjects former(LintObjects files) {
    HubApi hub = new HubApi(client);
    return new LintObjects(
        files.policies().stream()
            .flatMap(file -> hub.get(Kinds.POLICY, files.namespace(file), file.name()).stream())
            .map(ManifestObjects::ofHub)
            .toList(),
        "");
  }

  private LintObjects objects(PolicyName name) {
    HubApi hub = new HubApi(client);
    Manifest policy =
        ManifestObjects.ofHub(new PolicyFinder(client).policy(name, "Cannot check policy " + name));
    List<Manifest> around = new ArrayList<>();
    around.add(policy);
    hub.get(Kinds.ROLLOUT, name.namespace(), name.rolloutName())
        .map(ManifestObjects::ofHub)
        .ifPresent(around::add);
    for (var kind : List.of(Kinds.POLICY_SET, Kinds.PLACEMENT, Kinds.PLACEMENT_BINDING)) {
      hub.list(kind, name.namespace()).stream().map(ManifestObjects::ofHub).forEach(around::add);
    }
    LintObjects all = new LintObjects(around, name.namespace());
    return new LintObjects(
        around.stream()
            .filter(object -> !object.is("PlacementBinding") || all.binds(object, policy))
            .filter(object -> !object.is("PolicySet") || lists(object, name))
            .filter(object -> !object.is("Placement") || all.places(object, policy))
            .toList(),
        name.namespace());
  }

  private static boolean lists(Manifest set, PolicyName name) {
    return JsonTree.texts(set.spec(), "policies").contains(name.name());
  }
}
