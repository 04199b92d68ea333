package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decides whether to work beside OCM's propagator, from what a hub shows. */
class ModeCheckTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  private ModeCheck.Decided decided(ModeSetting setting) {
    return new ModeCheck(client, PropagatorNamespaces.DEFAULT).decide(setting);
  }

  private void create(ResourceDefinitionContext kind, String yaml) {
    client
        .genericKubernetesResources(kind)
        .resource(
            client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class))
        .create();
  }

  private void lease(String name) {
    lease("open-cluster-management", name);
  }

  private void lease(String namespace, String name) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .createOr(existing -> existing.update());
    create(
        Kinds.LEASE,
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {namespace: %s, name: %s}
        spec: {holderIdentity: propagator, leaseDurationSeconds: 15, renewTime: "2020-01-01T00:00:00.000000Z"}
        """
            .formatted(namespace, name));
  }

  private void definition(String properties) {
    create(
        Kinds.DEFINITION,
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: policies.policy.open-cluster-management.io}
        spec:
          versions:
          - name: v1
            schema: {openAPIV3Schema: {properties: {spec: {properties: {%s}}}}}
        """
            .formatted(properties));
  }

  @Test
  void withoutALeaseAndWithOurFieldsItIsStandalone() {
    definition("rolloutStrategy: {type: object}");
    lease("another");

    assertThat(decided(ModeSetting.AUTO).message())
        .isEqualTo(
            "Mode Standalone: OCM's propagator has no Lease in open-cluster-management or"
                + " open-cluster-management-hub, and the Policy CRD has Sluice's fields.");
  }

  @Test
  void aLeaseInAnotherNamespaceIsAnybodys() {
    definition("rolloutStrategy: {type: object}");
    lease("tenant", PropagatorGuard.LEASE);

    assertThat(decided(ModeSetting.AUTO).mode()).isEqualTo(HubMode.STANDALONE);
    assertThat(
            new ModeCheck(client, new PropagatorNamespaces(List.of("ocm", "tenant")))
                .decide(ModeSetting.AUTO)
                .message())
        .startsWith("Mode Beside: Lease tenant/policy-propagator.open-cluster-management.io of");
  }

  @Test
  void anOldLeaseOfThePropagatorMeansBeside() {
    definition("rolloutStrategy: {type: object}");
    lease("policy-propagator.open-cluster-management.io");

    assertThat(decided(ModeSetting.AUTO).mode()).isEqualTo(HubMode.BESIDE);
    assertThat(decided(ModeSetting.AUTO).message())
        .startsWith(
            "Mode Beside: Lease open-cluster-management/policy-propagator.open-cluster-management.io of");
    assertThat(decided(ModeSetting.STANDALONE).mode()).isEqualTo(HubMode.STANDALONE);
  }

  @Test
  void theShippedPolicyCrdMeansBeside() {
    definition("disabled: {type: boolean}");

    assertThat(decided(ModeSetting.AUTO).mode()).isEqualTo(HubMode.BESIDE);
    assertThat(decided(ModeSetting.BESIDE).message()).isEqualTo("Mode Beside: chosen by --mode.");
  }

  @Test
  void neitherTheShippedPolicyCrdNorALeaseTurnsTheModeOfAHubWhereSluiceHasRolledOut() {
    definition("disabled: {type: boolean}");
    create(
        Kinds.CONTROLLER_REVISION,
        """
        apiVersion: apps/v1
        kind: ControllerRevision
        metadata: {namespace: default, name: web-1, labels: {sluice.io/policy: web}}
        revision: 1
        """);

    assertThat(decided(ModeSetting.AUTO).message())
        .isEqualTo(
            "Mode Standalone: Sluice has rolled out policies here without OCM's propagator, as"
                + " ControllerRevision default/web-1 shows. To work beside the propagator, start"
                + " with --mode Beside.");

    lease(PropagatorGuard.LEASE);
    assertThat(decided(ModeSetting.AUTO).mode()).isEqualTo(HubMode.STANDALONE);
  }

  /** Next to the propagator the gate keeps versions, too. */
  @Test
  void whatTheGateKeepsDoesNotTurnTheMode() {
    definition("disabled: {type: boolean}");
    lease(PropagatorGuard.LEASE);
    create(
        Kinds.CONTROLLER_REVISION,
        """
        apiVersion: apps/v1
        kind: ControllerRevision
        metadata: {namespace: default, name: web-1, labels: {sluice.io/policy: web, sluice.io/staged: "true"}}
        revision: 1
        """);

    assertThat(decided(ModeSetting.AUTO).mode()).isEqualTo(HubMode.BESIDE);
  }

  @Test
  void besidePlacementsAreNotEvaluated() {
    assertThat(Settings.DEFAULTS.in(HubMode.BESIDE).placements().mode())
        .isEqualTo(PlacementMode.OFF);
    assertThat(Settings.DEFAULTS.in(HubMode.STANDALONE).placements())
        .isEqualTo(Settings.DEFAULTS.placements());
  }
}
