package io.sluice.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpecReader;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Applies a manifest by the rule of client-side apply for custom resources, which Argo CD has from
 * kubectl: a JSON merge patch of the last manifest, the next one and the live object.
 */
class AppliedManifestTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final String DEV = "{decisionGroups: [{groupName: dev, rolloutApproved: true}]}";

  @Test
  void anEntryOfAPersonStaysAndAnEntryOfAListGoes() {
    GenericKubernetesResource next =
        applied(
            DEV,
            "{decisionGroups: [{groupName: dev, rolloutApproved: true}, {groupName: stage,"
                + " rolloutApproved: true}], approvals: {prod: {rolloutApproved: true}}}",
            DEV);

    assertThat(RolloutSpecReader.of(next).approvedGroups()).containsExactly("dev", "prod");
  }

  @Test
  void whatAPersonRevokedIsNotApprovedAgain() {
    String live = DEV.replaceAll("}$", ", approvals: {dev: {rolloutApproved: false}}}");

    assertThat(RolloutSpecReader.of(applied(DEV, live, DEV)).approvedGroups()).isEmpty();
    assertThat(applied(DEV, live, DEV))
        .as("self-heal has nothing to heal")
        .isEqualTo(rollout(live, DEV));
  }

  @Test
  void theEntryOfAManifestIsWrittenAsItStandsThere() {
    String manifest = "{approvals: {dev: {rolloutApproved: true}}}";
    GenericKubernetesResource next =
        applied(
            manifest,
            "{approvals: {dev: {rolloutApproved: false}, prod: {rolloutApproved: true}}}",
            manifest);

    assertThat(RolloutSpecReader.of(next).approvedGroups()).containsExactly("dev", "prod");
    assertThat(RolloutSpecReader.of(applied(manifest, manifest, "{}")).approvedGroups()).isEmpty();
  }

  private static GenericKubernetesResource applied(String last, String live, String manifest) {
    return AppliedManifest.of(
        Optional.of(rollout(live, last)),
        Serialization.unmarshal(document(manifest), GenericKubernetesResource.class),
        NOW);
  }

  private static GenericKubernetesResource rollout(String spec, String last) {
    GenericKubernetesResource rollout =
        Serialization.unmarshal(document(spec), GenericKubernetesResource.class);
    rollout
        .getMetadata()
        .setAnnotations(
            Map.of(
                "kubectl.kubernetes.io/last-applied-configuration",
                HubObjects.json(Serialization.unmarshal(document(last), Map.class))));
    return rollout;
  }

  private static String document(String spec) {
    return """
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: Rollout
    metadata: {name: policy-web, namespace: policies}
    spec: %s
    """
        .formatted(spec);
  }
}
